"""Expands recurrence rules with dateutil: reads [{start, rule}] and the days from and to, writes the days of each, or null."""
import json
import signal
import sys
from datetime import datetime

from dateutil.rrule import rrulestr


class Late(Exception):
    pass


def alarm(*_):
    raise Late()


signal.signal(signal.SIGALRM, alarm)
asked = json.load(sys.stdin)
begin, end = (datetime.fromisoformat(asked[name]) for name in ("from", "to"))


def days_of(start, rule):
    days = set()
    for found in rrulestr(rule.replace("235959Z", "235959"), dtstart=datetime.fromisoformat(start.rstrip("Z"))):
        if found > end:
            break
        if found >= begin:
            days.add(found.date().isoformat())
    return sorted(days)


answers = []
for case in asked["rules"]:
    signal.setitimer(signal.ITIMER_REAL, 2)
    try:
        answers.append(days_of(case["start"], case["rule"]))
    except (Late, IndexError):
        # dateutil looks for an ordinal weekday that a month does not have beyond the end of a list.
        answers.append(None)
    except ValueError:
        # Rules without an occurrence, which it refuses.
        answers.append([])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
json.dump(answers, sys.stdout)
