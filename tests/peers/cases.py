"""A case for our tools, and what the readers of suites share."""

import os
import re
import subprocess
from dataclasses import dataclass, field

from literals import Unreadable, expression, skip


@dataclass
class Case:
    name: str
    tool: str  # fs_edit or apply_patch
    requests: list
    before: dict = field(default_factory=dict)
    after: dict = field(default_factory=dict)  # path: content, None if it is gone
    contains: list = field(default_factory=list)  # texts that the first file has afterwards
    refused: bool = False


class Peer:
    """A checked-out tree or a git directory."""

    def __init__(self, place):
        self.place = place
        self.is_git = not os.path.exists(os.path.join(place, ".git")) and os.path.exists(os.path.join(place, "HEAD"))

    def git(self, *arguments):
        return subprocess.run(["git", "--git-dir=" + self.place, "-c", "safe.directory=*", *arguments],
                              capture_output=True, check=True).stdout

    def files(self, beneath):
        if self.is_git:
            return self.git("ls-tree", "-r", "-z", "--name-only", "HEAD", beneath).decode().split("\0")[:-1]
        found = []
        for directory, _, names in os.walk(os.path.join(self.place, beneath)):
            found += [os.path.relpath(os.path.join(directory, name), self.place) for name in names]
        return sorted(found)

    def read(self, path):
        if self.is_git:
            return self.git("show", "HEAD:" + path)
        with open(os.path.join(self.place, path), "rb") as file:
            return file.read()

    def text(self, path):
        try:
            return self.read(path).decode()
        except (OSError, subprocess.CalledProcessError):
            return ""


def blocks(text, pattern):
    """Name and text of each test, up to the next one."""
    starts = list(re.finditer(pattern, text))
    for index, start in enumerate(starts):
        end = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        yield start[start.lastindex], text[start.start():end]


JS_TEST = r"\b(?:it|test)(?:\.live)?\(\s*([\"'`])((?:(?!\1).)*)\1"


def edit(old, new, replace_all=False):
    request = {"path": "file.txt", "oldString": old, "newString": new}
    return {**request, "replaceAll": True} if replace_all else request


def edit_case(name, content, edits, expected, refused=False):
    return Case(name, "fs_edit", edits, {"file.txt": content}, {} if refused else {"file.txt": expected}, [], refused)


def arguments_at(text, at, names, language="js"):
    """The strings that a call is given; words such as true as they are."""
    found = []
    while True:
        at = skip(text, at)
        word = re.compile(r"(true|false|null|undefined|\d+)\b").match(text, at)
        try:
            value, at = (word[1], word.end()) if word else expression(text, at, names, language)
        except (Unreadable, ValueError, IndexError):
            return found
        found.append(value)
        at = skip(text, at)
        if text[at:at + 1] != ",":
            return found
        at += 1
