/** Takes what is posted to /works, never answers /hangs, and tells how many came (/count), and how long after their events (/delays). */
import { createServer } from 'node:http'
import { quantile } from '../support.ts'

let delays: number[] = []

const server = createServer((request, response) => {
  if (request.url === '/count') return void response.end(String(delays.length))
  if (request.url === '/delays')
    return void response.end(JSON.stringify({ p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) }))
  if (request.url === '/begin') {
    delays = []
    return void response.end()
  }
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    text += chunk
  })
  request.on('end', () => {
    if (request.url?.startsWith('/hangs')) return
    delays.push(Date.now() - Date.parse(JSON.parse(text).timestamp))
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`ready http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
})
