"""Small programs for the line, well-behaved and not; nothing but the standard library."""

import shlex
import sys
from pathlib import Path

GREETING = """
import json, os, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit()
hear()
"""
HELLO = GREETING + 'say(type="hello", protocol=1, name="bot", author="a test", games=None)\n'


def asked(answer: str, before: str = "") -> str:
    """A bot that greets, and answers every question with what a line of Python does."""
    loop = f"while True:\n    said = hear()\n    if said['type'] == 'choose':\n        {answer}\n"
    return HELLO + before + loop


FIRST = asked("say(type='move', move=said['moves'][0])")
"""Plays its first legal move."""

SPOILT = {
    "garbage": (asked("print('quero!', flush=True)"), "said 'quero!', which is no JSON object"),
    "a list": (asked("print([1, 2], flush=True)"), "said '[1, 2]', which is no JSON object"),
    "bytes that are no text": (
        asked("sys.stdout.buffer.write(bytes([255, 254, 200, 10])); sys.stdout.flush()"),
        "which is no JSON object",
    ),
    "another message": (asked("say(type='hello')"), "where a message of type 'move' was expected"),
    "no move": (asked("say(type='move')"), "answered without a move"),
    "a move that is none": (asked("say(type='move', move=7)"), "answered without a move"),
    "a strange value": (asked("say(type='move', move='a1', value='high')"), "a value that is no number"),
    "a value past all": (asked("say(type='move', move='a1', value=10**400)"), "a number of 401 digits"),
    "a strange why": (asked("say(type='move', move='a1', why=[1])"), "a why that is neither text nor an object"),
    "chances of nothing": (
        asked("say(type='move', move='a1', probabilities={'zz': 1})"),
        "'zz', which is no legal move",
    ),
    "too much chance": (
        asked("say(type='move', move=said['moves'][0], probabilities={said['moves'][0]: 1.5})"),
        "probabilities that are not from 0 to 1",
    ),
    "an error of its own": (asked("say(type='error', message='out of luck')"), "gave up: out of luck"),
    "an exception": (asked("raise LookupError('no such memory')"), "ended (exit code 1) (stderr: "),
    "silence for ever": (asked("time.sleep(1000)"), "did not answer within 0.5 s"),
    "the end": (asked("sys.exit(3)"), "ended (exit code 3)"),
    "a crash": (asked("os.kill(os.getpid(), 11)"), "ended (SIGSEGV)"),
    "a closed output": (asked("os.close(1); time.sleep(1000)"), "closed its output"),
    "half a line": (asked("sys.stdout.write('{'); sys.stdout.flush(); sys.exit()"), "ended (exit code 0)"),
    "a line without end": (
        asked("[sys.stdout.write('x' * 100_000) for _ in range(20)]; time.sleep(1000)"),
        "said a line of more than 1048576 bytes",
    ),
    "two answers": (
        asked("print((json.dumps({'type': 'move', 'move': said['moves'][0]}) + '\\n') * 2, end='', flush=True)"),
        "spoke before it was asked",
    ),
    "deafness": (HELLO + "time.sleep(1000)", "did not answer within 0.5 s"),
}
"""What a bot does, and what is then said of it."""

UNFIT = {
    "no greeting": (GREETING + "sys.exit(4)", "ended (exit code 4)"),
    "another protocol": (GREETING + "say(type='hello', protocol=2)", "speaks protocol 2, this house speaks 1"),
    "no protocol": (GREETING + "say(type='hello')", "speaks protocol None, this house speaks 1"),
    "plain words": (GREETING + "print('uciok', flush=True)", "said 'uciok', which is no JSON object"),
    "another game": (
        GREETING + "say(type='hello', protocol=1, games=['chess'])",
        "does not play tapatan; it plays: chess",
    ),
    "games that are none": (GREETING + "say(type='hello', protocol=1, games='all')", "neither null nor a list"),
    "a name that is none": (GREETING + "say(type='hello', protocol=1, name=7)", "a name or an author that is no text"),
}


def command(folder: Path, code: str, name: str = "bot.py") -> str:
    """Write a program to a file, and return the agent that it is."""
    file = folder / name
    file.write_text(code)
    return "line:" + shlex.join([sys.executable, "-I", "-S", str(file)])
