"""Reads string expressions of JavaScript, Rust and Go sources: literals, names of such, '+', [..].join(..)."""

import re

SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "b": "\b", "f": "\f", "v": "\v"}
SPACE = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.S)
NAME = re.compile(r"[A-Za-z_]\w*")


class Unreadable(Exception):
    """What stands there is no string expression that this reader knows."""


def skip(text, at):
    return SPACE.match(text, at).end()


def escape(text, at):
    """The character of an escape whose backslash is at `at`, and where it ends."""
    letter = text[at + 1]
    if letter == "x":
        return chr(int(text[at + 2:at + 4], 16)), at + 4
    if letter == "u" and text[at + 2] == "{":
        end = text.index("}", at)
        return chr(int(text[at + 3:end], 16)), end + 1
    if letter == "u":
        return chr(int(text[at + 2:at + 6], 16)), at + 6
    if letter == "\n":
        return "", at + 2
    return SIMPLE.get(letter, letter), at + 2


def quoted(text, at, quote, names, is_raw):
    result = ""
    while text[at] != quote:
        if text[at] == "\\" and not is_raw:
            piece, at = escape(text, at)
        elif quote == "`" and not is_raw and text.startswith("${", at):
            end = text.index("}", at)
            name = text[at + 2:end].strip()
            if name not in names:
                raise Unreadable(name)
            piece, at = names[name], end + 1
        else:
            piece, at = text[at], at + 1
        result += piece
    return result, at + 1


def raw_of_rust(text, at):
    start = re.compile(r'b?r(#*)"').match(text, at)
    end = text.index('"' + start[1], start.end())
    return text[start.end():end], end + 1 + len(start[1])


def term(text, at, names, language):
    at = skip(text, at)
    if at >= len(text):
        raise Unreadable("the end")
    if language == "rust" and re.match(r'b?r#*"', text[at:at + 8]):
        return raw_of_rust(text, at)
    if language == "rust" and text.startswith('b"', at):
        at += 1
    if text[at] in "\"'`" and not (language == "rust" and text[at] != '"'):
        return quoted(text, at + 1, text[at], names, language == "go" and text[at] == "`")
    if text[at] == "[":
        return items(text, at + 1, names, language)
    if text[at] == "(":
        value, at = expression(text, at + 1, names, language)
        at = skip(text, at)
        if text[at] != ")":
            raise Unreadable(text[at])
        return value, at + 1
    name = NAME.match(text, at)
    if not name or name[0] not in names:
        raise Unreadable(text[at:at + 20])
    return names[name[0]], name.end()


def items(text, at, names, language):
    values = []
    at = skip(text, at)
    while text[at] != "]":
        value, at = expression(text, at, names, language)
        values.append(value)
        at = skip(text, at)
        at = skip(text, at + 1) if text[at] == "," else at
    return values, at + 1


def expression(text, at, names, language="js"):
    """The value of the expression at `at`, and where it ends."""
    value, at = term(text, at, names, language)
    while True:
        at_next = skip(text, at)
        call = re.compile(r"\.(join|trim|repeat)\(").match(text, at_next)
        if call and call[1] == "join":
            separator, at = expression(text, call.end(), names, language)
            value, at = separator.join(value), skip(text, at) + 1
        elif call and call[1] == "trim":
            value, at = value.strip(), call.end() + 1
        elif call:
            end = text.index(")", call.end())
            value, at = value * int(text[call.end():end]), end + 1
        elif re.compile(r"\.(to_string|to_owned|into)\(\)").match(text, at_next):
            at = text.index(")", at_next) + 1
        elif text.startswith("+", at_next):
            more, at = term(text, at_next + 1, names, language)
            value += more
        elif text.startswith(".", at_next) or text.startswith("(", at_next):
            raise Unreadable("a call")
        else:
            return value, at


def value_at(text, at, names, language="js"):
    try:
        return expression(text, at, names, language)[0]
    except (Unreadable, ValueError, IndexError, TypeError):
        return None


def values_after(pattern, text, names, language="js"):
    """The values of the expressions that follow each match, as far as they can be read."""
    found = (value_at(text, match.end(), names, language) for match in re.finditer(pattern, text))
    return [value for value in found if value is not None]


def names_in(text, language="js", known=None):
    """The strings that a block assigns to names."""
    starts = {
        "js": r"(?:const|let|var)\s+(\w+)(?:\s*:[^=\n]+)?\s*=(?!=)",
        "rust": r"let\s+(?:mut\s+)?(\w+)\s*=(?!=)",
        "go": r"\b(\w+)\s*:=",
    }
    names = dict(known or {})
    for match in re.finditer(starts[language], text):
        value = value_at(text, match.end(), names, language)
        if isinstance(value, str):
            names[match[1]] = value
        elif match[1] in names and match[1] not in (known or {}):
            del names[match[1]]
    return names
