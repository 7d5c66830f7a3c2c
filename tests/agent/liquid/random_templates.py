# random_templates.py SEED COUNT: prints lines {"template","data"} of the language that we share with
# the reference implementation.
import json
import random
import sys

R = random.Random(int(sys.argv[1]))
NAMES = ["a", "b", "c", "d", "u"]  # u has no value
TEXTS = ["", "a", "hello world", "Foo Bar baz", "12", "3.5", "-7", "a,b,c", " x ", "éàß",
         "日本語 テスト", "<b>&'\"", "line1\nline2\r\n", "AAA", "true", "0"]
OF_TEXTS = """base64_encode capitalize downcase escape lstrip rstrip strip strip_newlines upcase
url_decode url_encode truncatewords truncate""".split()
OF_NUMBERS = "abs ceil floor round".split()
OF_LISTS = "first last reverse uniq compact sort sort_natural join".split()
WITH_ONE = """append at_least at_most concat divided_by join minus modulo plus prepend remove
remove_first remove_last split times default""".split()
WITH_NUMBER = "slice truncate truncatewords round".split()
WITH_PROPERTY = "map where sort sort_natural uniq compact".split()


def scalar():
    return R.choice([R.randint(-20, 20), round(R.uniform(-50, 50), R.randint(1, 4)),
                     R.choice(TEXTS), R.choice([True, False, None])])


def row():
    return {"t": R.choice(["x", "y", "Z", None, True, 3]), "n": R.choice([1, 2, 3.5, "4"])}


def value(depth=0):
    if depth == 2 or R.random() > .35:
        return scalar()
    kind = R.random()
    if kind < .2:
        return [R.randint(-9, 30) for _ in range(R.randint(0, 5))]
    if kind < .4:
        return [R.choice(["b", "a", "C", "zoo", "Bar", "foo", ""]) for _ in range(R.randint(0, 5))]
    if kind < .6:
        return [row() for _ in range(R.randint(0, 4))]
    if kind < .7:
        return [value(depth + 1) for _ in range(R.randint(0, 4))]
    return {R.choice("tnkabsize"): value(depth + 1) for _ in range(R.randint(0, 3))}


def literal():
    text = R.choice(["", "a", "t", "n", "o", " ", ",", "foo", "12", "é", "b c"])
    number = R.choice([R.randint(-5, 12), round(R.uniform(-9, 9), 2)])
    return R.choice([str(number), '"%s"' % text, "'x'", "true", "false", "nil"])


def path():
    text = R.choice(NAMES)
    while R.random() < .3:
        text += R.choice([".t", ".n", ".first", ".last", "[0]", "[-1]", "['t']",
                          "[%s]" % R.choice(NAMES)])
    return text


def expression():
    kind = R.random()
    if kind < .06:
        return "(%s..%s)" % (R.choice(["1", "0", "-2"]), R.choice(["3", "5"]))
    return path() if kind < .56 else literal()


def filter_text():
    kind = R.random()
    if kind < .45:
        return R.choice(OF_TEXTS + OF_NUMBERS + OF_LISTS)
    if kind < .65:
        return "%s: %s" % (R.choice(WITH_ONE), R.choice([literal, expression])())
    if kind < .75:
        return "%s: %d" % (R.choice(WITH_NUMBER), R.randint(-3, 12))
    if kind < .88:
        return "%s: %s" % (R.choice(WITH_PROPERTY), R.choice(["'t'", "'n'"]))
    name = R.choice(["replace", "replace_first", "slice", "truncate", "truncatewords", "where"])
    first = {"slice": R.randint(-3, 9), "truncate": R.randint(0, 12),
             "truncatewords": R.randint(-1, 5), "where": "'t'"}.get(name, literal())
    return "%s: %s, %s" % (name, first, R.randint(-3, 9) if name == "slice" else literal())


def filtered():
    return " | ".join([expression()] + [filter_text() for _ in range(R.choice([0, 0, 1, 1, 2, 3]))])


def comparison():
    if R.random() < .4:
        return expression()
    sign = R.choice(["==", "!=", "<", ">", "<=", ">=", "contains", "<>"])
    return "%s %s %s" % (expression(), sign, expression())


def condition():
    text = comparison()
    for _ in range(R.choice([0, 0, 0, 1, 2])):
        text += R.choice([" and ", " or "]) + comparison()
    return text


def tag(content):
    return "{%%%s %s %s%%}" % (R.choice(["", "", "-"]), content, R.choice(["", "", "-"]))


def choice(depth):
    text = tag("if " + condition()) + block(depth)
    if R.random() < .3:
        text += tag("elsif " + condition()) + block(depth)
    if R.random() < .4:
        text += tag("else") + block(depth)
    return text + tag("endif")


def case(depth):
    text = tag("case " + path())
    for _ in range(R.randint(1, 2)):
        values = [expression() for _ in range(R.randint(1, 2))]
        text += tag("when " + R.choice([", ", " or "]).join(values)) + block(depth)
    return text + R.choice(["", tag("else") + block(depth)]) + tag("endcase")


def loop(depth):
    options = R.choice(["", " reversed", " limit:2", " offset:1", " limit: 2 offset: 1",
                        " offset:continue"])
    inner = R.choice(["", "{{ i }}", "{{ forloop.index }}{{ forloop.last }}", tag("break"),
                      tag("continue"), "{{ i.t }}"])
    return (tag("for i in " + expression() + options) + block(depth) + inner
            + R.choice(["", "", tag("else") + block(depth)]) + tag("endfor"))


def piece(depth):
    kind = R.random()
    if kind < .25:
        return R.choice(["x", " ", "\n", "  hello ", "{ y }", "é", "%", "}}", "\n  \n"])
    if kind < .6 or depth > 2:
        return "{{%s %s %s}}" % (R.choice(["", "-"]), filtered(), R.choice(["", "-"]))
    if kind < .68:
        return tag("assign %s = %s" % (R.choice(NAMES), filtered()))
    if kind < .72:
        return tag("capture " + R.choice(NAMES)) + block(depth + 1) + tag("endcapture")
    if kind < .85:
        return choice(depth + 1)
    if kind < .9:
        return case(depth + 1)
    if kind < .97:
        return loop(depth + 1)
    if kind < .985:
        return tag("comment") + "abc {{ x }} " + tag("endcomment")
    return "{% raw %}{{ x }} {% endraw %}"


def block(depth):
    return "".join(piece(depth) for _ in range(R.randint(1, 4)))


for _ in range(int(sys.argv[2])):
    data = {name: value() for name in NAMES[:4]}
    print(json.dumps({"template": block(0), "data": data}, ensure_ascii=False))
