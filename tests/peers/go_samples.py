"""Reads the true positives of gitleaks' rules from their Go sources, as far as those are expressions: literals, concatenation,
variables, and the functions that make samples."""
import random
import re
import re._constants as parts
import re._parser as parser
import string

TOKEN = re.compile(r'(?P<space>(?:[ \t\r]|//[^\n]*|/\*.*?\*/)+)|(?P<line>\n)|(?P<raw>`[^`]*`)|(?P<text>"(?:\\.|[^"\\\n])*")'
                   r'|(?P<word>[A-Za-z_][A-Za-z_0-9.]*)|(?P<number>[0-9]+)|(?P<mark>:=|\.\.\.|.)', re.S)
CLASSES = {'Numeric': '[0-9]{%s}', 'Hex': '[a-f0-9]{%s}', 'AlphaNumeric': '[a-z0-9]{%s}', 'AlphaNumericExtendedShort': '[a-z0-9_-]{%s}',
           'AlphaNumericExtended': r'[a-z0-9=_\-]{%s}', 'AlphaNumericExtendedLong': r'[a-z0-9\/=_\+\-]{%s}'}
UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'


class Unknown(Exception):
    pass


def in_python(pattern):
    """A pattern of Go's in the syntax of Python: flags hold to the end of their group."""
    pattern = pattern.replace(r'\z', r'\Z').replace('[[:alnum:]]', '[0-9A-Za-z]').replace('[:alnum:]', '0-9A-Za-z')
    result, open_flags, at, is_class = '', [0], 0, False
    while at < len(pattern):
        flag = not is_class and re.match(r'\(\?i\)', pattern[at:])
        one = pattern[at:at + 2] if pattern[at] == '\\' else pattern[at]
        at += 4 if flag else len(one)
        if flag:
            result += '(?i:'
            open_flags[-1] += 1
            continue
        if one == '[' or one == ']':
            is_class = one == '['
        elif one == '(' and not is_class:
            open_flags.append(0)
        elif one == ')' and not is_class:
            one = ')' * open_flags.pop() + one
        elif one == '|' and not is_class:
            one = ')' * open_flags[-1] + one + '(?i:' * open_flags[-1]
        result += one
    return result + ')' * open_flags[0]


def generated(pattern, chance):
    """A text that matches."""
    def members(items):
        if items[0][0] is parts.NEGATE:
            banned = members(items[1:])
            return [c for c in string.ascii_letters + string.digits + ' ' if c not in banned]
        result = []
        for kind, value in items:
            if kind is parts.LITERAL:
                result.append(chr(value))
            elif kind is parts.RANGE:
                result += [chr(c) for c in range(value[0], value[1] + 1)]
            elif kind is parts.CATEGORY:
                result += {parts.CATEGORY_DIGIT: string.digits, parts.CATEGORY_WORD: string.ascii_letters + string.digits + '_'}.get(
                    value, string.ascii_letters + string.digits)
        return result

    def made(items):
        text = ''
        for kind, value in items:
            if kind is parts.LITERAL:
                text += chr(value)
            elif kind is parts.IN:
                text += chance.choice(members(value))
            elif kind in (parts.MAX_REPEAT, parts.MIN_REPEAT):
                least, most, inner = value
                for _ in range(chance.randint(least, min(most, least + 1) if most > 1000 else most)):
                    text += made(inner)
            elif kind is parts.SUBPATTERN:
                text += made(value[3])
            elif kind is parts.BRANCH:
                text += made(chance.choice(value[1]))
            elif kind is parts.ANY:
                text += chance.choice(string.ascii_letters)
        return text
    return made(parser.parse(in_python(pattern)))


class Reader:
    def __init__(self, source, formats, chance):
        self.tokens = [(m.lastgroup, m.group()) for m in TOKEN.finditer(source) if m.lastgroup != 'space']
        self.at, self.variables, self.formats, self.chance = 0, {}, formats, chance

    def skip_lines(self):
        while self.at < len(self.tokens) and self.tokens[self.at][0] == 'line':
            self.at += 1

    def next(self, offset=0):
        return self.tokens[self.at + offset] if self.at + offset < len(self.tokens) else ('end', '')

    def take(self, text):
        if self.next()[1] != text:
            raise Unknown(self.next()[1])
        self.at += 1

    def run(self):
        """The assignments, one after another; others are skipped. Returns what is validated."""
        result = None
        while self.at < len(self.tokens):
            start = self.at
            kind, word = self.next()
            try:
                if kind == 'word' and self.next(1)[1] in (':=', '='):
                    self.at += 2
                    self.variables[word] = self.expression()
                elif kind == 'word' and word.startswith('utils.Validate'):
                    self.at += 1
                    self.take('(')
                    self.expression()
                    self.take(',')
                    result = self.expression()
            except (Unknown, IndexError, KeyError, TypeError, ValueError, re.error):
                self.at = start
            self.at = max(self.at, start + 1)
        return result

    def expression(self):
        value = self.operand()
        while self.next()[1] == '+':
            self.at += 1
            self.skip_lines()
            value = value + self.operand()
        return value

    def elements(self, end):
        values = []
        self.skip_lines()
        while self.next()[1] != end:
            value = self.expression()
            if self.next()[1] == ':':
                self.at += 1
                self.skip_lines()
                value = self.expression()
            if self.next()[1] == '...':
                self.at += 1
                values += value
            else:
                values.append(value)
            self.skip_lines()
            if self.next()[1] == ',':
                self.at += 1
                self.skip_lines()
        self.take(end)
        return values

    def operand(self):
        kind, text = self.next()
        self.at += 1
        if kind == 'raw':
            return text[1:-1]
        if kind == 'text':
            return re.sub(r'\\(x..|u....|.)', lambda m: chr(int(m[1][1:], 16)) if m[1][0] in 'xu' else
                          {'n': '\n', 't': '\t', 'r': '\r'}.get(m[1], m[1]), text[1:-1])
        if text in ('[', 'map'):
            while self.next()[1] != '{':
                self.at += 1
            self.at += 1
            return self.elements('}')
        if text == 'nil':
            return []
        if text == '(':
            return self.elements(')')[0]
        if kind != 'word':
            raise Unknown(text)
        if self.next()[1] == '(':
            self.at += 1
            return self.call(text.split('.')[-1], self.elements(')'))
        if text in self.variables:
            return self.variables[text]
        if text == 'r' or text.startswith('config'):
            return None
        raise Unknown(text)

    def call(self, name, given):
        if name in CLASSES:
            return CLASSES[name] % given[0]
        if name == 'Hex8_4_4_4_12':
            return UUID
        if name in ('NewSecret', 'newPlausibleSecret'):
            return generated(given[0], self.chance)
        if name == 'GenerateSampleSecret':
            return '%s_api_token = "%s"' % tuple(given)
        if name == 'GenerateSampleSecrets':
            fill = lambda text: text.replace('{i}', given[0]).replace('{I}', given[0].upper()).replace('{s}', given[1])
            return [fill(text) for text in self.formats]
        if name == 'append':
            return given[0] + [one for more in given[1:] for one in (more if isinstance(more, list) else [more])]
        if name == 'Sprintf':
            return given[0] % tuple(given[1:])
        if name in ('ToUpper', 'ToLower'):
            return given[0].upper() if name == 'ToUpper' else given[0].lower()
        if name == 'EncodeToString':
            import base64
            return base64.b64encode(given[0].encode()).decode()
        if name == 'byte':
            return given[0]
        raise Unknown(name)


def formats_of(source):
    """Those of GenerateSampleSecrets."""
    body = source[source.index('map[string]string{'):]
    return Reader(body[:body.index('\n\t}\n') + 4], [], None).operand()


def samples(source, formats, seed):
    """Of each rule in a file: its name and its true positives, None if they cannot be read."""
    for body in re.split(r'\nfunc ', source)[1:]:
        rule = re.search(r'RuleID:\s*"([^"]+)"', body)
        if rule:
            yield rule[1], Reader(body, formats, random.Random(seed + rule[1])).run()
