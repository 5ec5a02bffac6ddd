import { nothing } from 'lit-html'
import { Directive, directive, type ElementPart } from 'lit-html/directive.js'

class Near extends Directive {
  #isWatched = false

  override update({ element }: ElementPart, [work]: [() => void]): typeof nothing {
    if (this.#isWatched) return nothing
    this.#isWatched = true
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watch.disconnect()
        work()
      },
      { rootMargin: '200px' },
    )
    watch.observe(element)
    return nothing
  }

  render(_work: () => void): typeof nothing {
    return nothing
  }
}

/** Does something once, when an element comes into sight. */
export const whenNear = directive(Near)
