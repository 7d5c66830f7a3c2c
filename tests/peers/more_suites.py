"""Further suites: those that say what they expect in their own way."""

import re

from cases import JS_TEST, Case, arguments_at, blocks, edit, edit_case
from literals import names_in, value_at, values_after


def put(text, begin, end):
    """Another text in place of a part, which JavaScript counts in units of UTF-16."""
    units = text.encode("utf-16-le")
    return (units[:2 * begin] + "PUT".encode("utf-16-le") + units[2 * end:]).decode("utf-16-le")


def codex_turns(peer, path="codex-rs/core/tests/suite/apply_patch_cli.rs"):
    """Files that a harness writes, one patch, and files that it reads."""
    for name, block in blocks(peer.text(path), r"\basync fn (apply_patch_\w+)"):
        names = names_in(block, "rust")
        patches = values_after(r"let patch =", block, names, "rust")
        if len(patches) != 1 or "*** Begin Patch" not in patches[0]:
            continue
        case = Case(name, "apply_patch", [{"patch": patches[0]}])
        for write in re.finditer(r"\.write_file\(\s*", block):
            written = arguments_at(block, write.end(), names, "rust")
            if len(written) == 2:
                case.before[written[0]] = written[1]
        for read in re.finditer(r"read_file_text\(\s*\"([^\"]*)\"\s*\)\s*\.await\?,", block):
            value = value_at(block, read.end(), names, "rust")
            if value is not None:
                case.after[read[1]] = value
        for gone in re.findall(r"!harness\.path_exists\(\"([^\"]*)\"\)", block):
            case.after[gone] = None
        case.refused = bool(re.search(r"verification failed|Invalid|failed to|Failed to|rejected", block))
        unchanged = all(case.before.get(path) == content for path, content in case.after.items())
        if case.after and (not case.refused or unchanged):
            yield case


def continue_matches(peer, path="core/edit/searchAndReplace/findSearchMatch.vitest.ts"):
    """Where a text is found: that is where an edit puts another."""
    for name, block in blocks(peer.text(path), JS_TEST):
        names = names_in(block)
        calls = list(re.finditer(r"findSearchMatch\(", block))
        if len(calls) != 1:
            continue
        arguments = arguments_at(block, calls[0].end(), names)
        place = re.search(r"startIndex: (\d+),\s*endIndex: (\d+),\s*strategyName: \"(\w+)\"", block)
        if len(arguments) != 2 or not arguments[1].strip() or not (place or "toBeNull()" in block):
            continue
        content, sought = arguments
        expected = put(content, int(place[1]), int(place[2])) if place else None
        yield edit_case(name, content, [edit(sought, "PUT")], expected, place is None)


def continue_all_matches(peer, path="core/edit/searchAndReplace/findSearchMatches.test.ts"):
    for name, block in blocks(peer.text(path), JS_TEST):
        names = names_in(block)
        calls = list(re.finditer(r"findSearchMatches\(", block))
        if len(calls) != 1:
            continue
        arguments = arguments_at(block, calls[0].end(), names)
        places = re.findall(r"startIndex: (\d+),\s*endIndex: (\d+)", block)
        none = re.search(r"toHaveLength\(0\)|toEqual\(\[\]\)", block)
        count = re.search(r"toHaveLength\((\d+)\)", block)
        if count and int(count[1]) != len(places):
            continue  # they look at some of them
        if len(arguments) != 2 or not arguments[1].strip() or not (places or none):
            continue
        content, sought = arguments
        result = content
        for begin, end in reversed(places):
            result = put(result, int(begin), int(end))
        yield edit_case(name, content, [edit(sought, "PUT", True)], result, not places)


def crush_replacements(peer, path="internal/agent/tools/edit_whitespace_test.go"):
    for name, block in blocks(peer.text(path), r't\.Run\("([^"]*)"'):
        names = names_in(block, "go")
        calls = list(re.finditer(r"findAndReplace\(", block))
        if len(calls) != 1:
            continue
        arguments = arguments_at(block, calls[0].end(), names, "go")
        expected = values_after(r"require\.Equal\(t,(?=[^\n]*, result\))", block, names, "go")
        refused = "require.Error(" in block
        if len(arguments) == 4 and (refused or expected):
            yield edit_case(name, arguments[0], [edit(*arguments[1:3], arguments[3] == "true")],
                            expected[0] if expected else None, refused)


def cline_edits(peer, path="sdk/packages/core/src/extensions/tools/executors/editor.test.ts"):
    for name, block in blocks(peer.text(path), JS_TEST):
        names = names_in(block)
        content = values_after(r"withTempFile\(", block, names) + values_after(r"writeFile\(\w+,", block, names)
        old, new = values_after(r"\bold_text:", block, names), values_after(r"\bnew_text:", block, names)
        expected = values_after(r"resolves\.toBe\(", block, names)
        refused = ".rejects.toThrow" in block
        if len(content) == len(old) == len(new) == 1 and "insert_line" not in block:
            replaced = content[0].replace(old[0], new[0], 1)
            yield edit_case(name, content[0], [edit(old[0], new[0])], expected[0] if expected else replaced, refused)


def opencode_calls(peer):
    """Calls of a tool with the files before and after it."""
    for path in ("packages/core/test/tool-edit.test.ts", "packages/opencode/test/tool/edit.test.ts"):
        for name, block in blocks(peer.text(path), JS_TEST):
            if "external" in name or "denied" in name or "concurrent" in block:
                continue
            content = values_after(r"(?:writeFile|Bun\.write|put)\(\s*\w+,", block, {})
            expected = values_after(r"\.toBe\(", block, {})
            rows = list(re.finditer(r"oldString:", block))
            for number, row in enumerate(rows, 1):
                old = value_at(block, row.end(), {})
                new = values_after(r"newString:", block[row.end():], {})
                rest = block[row.end():rows[number].start() if number < len(rows) else len(block)]
                refused = bool(re.search(r"type: \"error\"|toThrow|isFailure|Exit", rest))
                if len(content) == 1 and old is not None and new and (refused or len(expected) == 1):
                    yield edit_case(f"{name} {number}", content[0],
                                    [edit(old, new[0], "replaceAll: true" in rest.split("}")[0])],
                                    None if refused else expected[0], refused)


def opencode_sequences(peer):
    for path in ("packages/core/test/tool-apply-patch.test.ts", "packages/opencode/test/tool/apply_patch.test.ts"):
        for name, block in blocks(peer.text(path), JS_TEST):
            places = dict(re.findall(r'const (\w+) = path\.join\([\w.]+, "([^"]*)"\)', block))
            names = names_in(block, known=places)
            patches = values_after(r"(?=[\"`]\*\*\* Begin Patch)", block, names)
            if len(patches) != 1 or re.search("external|appears|remov|defect", name):
                continue
            case = Case(name, "apply_patch", [{"patch": patches[0]}])
            for write in re.finditer(r"writeFile\(\s*(\w+),", block):
                value = value_at(block, write.end(), names)
                if write[1] in places and value is not None:
                    case.before[places[write[1]]] = value
            for read in re.finditer(r"readFile\((\w+), \"utf-?8\"\)\)*\s*\)?\.toBe\(", block):
                value = value_at(block, read.end(), names)
                if read[1] in places and value is not None:
                    case.after[places[read[1]]] = value
            case.refused = bool(re.search(r"type: \"error\"|toThrow|Failure", block))
            if case.after or case.refused:
                yield case


def roo_calls(peer):
    """Calls of three tools with their defaults; the tests look at whether there is an error, and JavaScript's replace() says
    what the file holds afterwards."""
    root = "src/core/tools/__tests__/"
    for path, call in (("editFileTool.spec.ts", "executeEditFileTool"), ("editTool.spec.ts", "executeEditTool"),
                       ("searchReplaceTool.spec.ts", "executeSearchReplaceTool")):
        text = peer.text(root + path)
        known = names_in(text[:text.find("beforeEach(")])
        for name, block in blocks(text, JS_TEST):
            calls = list(re.finditer(call + r"\(", block))
            if len(calls) != 1 or re.search("isPartial|accessAllowed|fileExists: false|undefined|mockRejected|approval|"
                                            "expected_replacements", block):
                continue
            names = names_in(block, known=known)
            content = values_after(r"fileContent:", block, names) or values_after(r"\bfileContent\b =", block, names)
            fields = [values_after(rf"\b{key}:", block[calls[0].end():], names) for key in ("old_string", "new_string")]
            old = fields[0][0] if fields[0] else known.get("testOldString")
            new = fields[1][0] if fields[1] else known.get("testNewString")
            content = content[0] if content else known.get("testFileContent")
            refused = bool(re.search(r"recordToolError|Error:|error_details|consecutiveMistakeCount\)\.toBe\(1", block))
            if None in (content, old, new):
                continue
            is_all = "replace_all: true" in block or 'replace_all: "true"' in block
            plain = content.replace("\r\n", "\n")
            if not refused and plain.count(old) == 0:
                continue  # they do not say what the file holds afterwards
            result = plain.replace(old, new) if is_all else plain.replace(old, new, 1)
            expected = result.replace("\n", "\r\n") if "\r\n" in content else result
            yield edit_case(f"{path}: {name}", content, [edit(old, new, is_all)], expected, refused)


def roo_sequences(peer, path="src/core/tools/apply-patch/__tests__/seek-sequence.spec.ts"):
    """Where lines are found: that is where a hunk with them as context puts another in front of them."""
    call = r"expect\(seekSequence\((\w+), (\w+), 0, (true|false)\)\)\.(?:toBe\((\d+)\)|toBeNull\(\))"
    for name, block in blocks(peer.text(path), JS_TEST):
        lists = {match[1]: value_at(block, match.end(), {}) for match in
                 re.finditer(r"const (\w+) = toVec\((?=\[)", block)}
        for match in re.finditer(call, block):
            lines, sought = lists.get(match[1]), lists.get(match[2])
            if not lines or not sought:
                continue
            patch = "*** Begin Patch\n*** Update File: file.txt\n@@\n+PUT\n"
            patch += "".join(f" {line}\n" for line in sought) + "*** End of File\n" * (match[3] == "true")
            after = lines[:int(match[4])] + ["PUT"] + lines[int(match[4]):] if match[4] else None
            yield Case(name, "apply_patch", [{"patch": patch + "*** End Patch\n"}],
                       {"file.txt": "".join(line + "\n" for line in lines)},
                       {"file.txt": "".join(line + "\n" for line in after)} if after else {}, [], after is None)


def continue_tools(peer):
    """The file is what a mock reads; the result is what it writes."""
    for path in ("extensions/cli/src/tools/edit.test.ts", "extensions/cli/src/tools/multiEdit.test.ts"):
        text = peer.text(path)
        known = names_in(text[:text.find("beforeEach(")])
        for name, block in blocks(text, JS_TEST):
            names = names_in(block, known=known)
            content = values_after(r"readFileSync\)\.mockReturnValue\(", block, names) or [known.get("originalContent")]
            olds, news = values_after(r"\bold_string:", block, names), values_after(r"\bnew_string:", block, names)
            expected = values_after(r"newContent(?:\)\.toBe\(|: )", block, names)
            refused = "toBeInstanceOf(ContinueError)" in block or "toThrow" in block
            if re.search("FileNotRead|FileNotFound|MissingFilepath", block) or None in content or not len(olds) == len(news) >= 1:
                continue
            rows = re.split(r"(?=\bold_string:)", block)[1:]
            if refused or expected:
                yield edit_case(f"{path}: {name}", content[0], [edit(old, new, "replace_all: true" in row.split("}")[0])
                                                               for old, new, row in zip(olds, news, rows)],
                                expected[0] if expected else None, refused)


def crush_files(peer, path="internal/agent/tools/edit_test.go"):
    for name, block in blocks(peer.text(path), r"\bfunc (Test\w+)"):
        content = values_after(r"os\.WriteFile\(filePath, \[\]byte\(", block, {}, "go")
        call = re.search(r"\b(replace|delete)Content\(edit, filePath,", block)
        expected = values_after(r"require\.Equal\(t,(?=[^\n]*string\(content\))", block, {}, "go")
        if len(content) != 1 or not call or not expected:
            continue
        arguments = arguments_at(block, call.end(), {})
        new = arguments[1] if call[1] == "replace" else ""
        refused = "require.True(t, resp.IsError)" in block
        yield edit_case(name, content[0], [edit(arguments[0], new, arguments[-1] == "true")], expected[0], refused)


def crush_edits(peer):
    root = "internal/agent/tools/"
    for path in ("multiedit_test.go", "edit_test.go"):
        for name, block in blocks(peer.text(root + path), r"\bfunc (Test\w+)"):
            names = names_in(block, "go")
            calls = re.split(r"(?=applyEditToContent\()", block)[1:]
            for number, call in enumerate(calls, 1):
                content = values_after(r"applyEditToContent\(", call, names, "go")
                old, new = (values_after(key + ":", call, names, "go") for key in ("OldString", "NewString"))
                if not (len(content) == 1 and old and new):
                    continue
                expected = values_after(r"require\.Equal\(t,", call, names, "go")
                refused = "require.Error(" in call
                case = edit_case(f"{name} {number}", content[0],
                                 [edit(old[0], new[0], bool(re.search(r"ReplaceAll:\s*true", call)))],
                                 expected[0] if expected else None, refused)
                if not expected:
                    case.after = {}
                    case.contains = values_after(r"require\.Contains\(t, newContent,", call, names, "go")
                if refused or expected or case.contains:
                    yield case


def pi_edits(peer, path="packages/coding-agent/test/tools.test.ts"):
    for name, block in blocks(peer.text(path), JS_TEST):
        names = names_in(block)
        content = values_after(r"writeFileSync\(\w+,", block, names)
        old, new = values_after(r"\boldText:", block, names), values_after(r"\bnewText:", block, names)
        expected = values_after(r"expect\((?:content|written)\)\.toBe\(", block, names)
        refused = ".rejects.toThrow" in block
        if len(content) == 1 and len(old) == len(new) == 1:
            case = edit_case(name, content[0], [edit(old[0], new[0])], expected[0] if expected else None, refused)
            if not expected:
                case.after, case.contains = {}, [new[0].strip()]
            yield case


def codebuff_edits(peer, path="backend/src/__tests__/process-str-replace.test.ts"):
    for name, block in blocks(peer.text(path), JS_TEST):
        names = names_in(block)
        content = values_after(r"Promise\.resolve\(", block, names)
        olds, news = values_after(r"\bold:", block, names), values_after(r"\bnew:", block, names)
        expected = values_after(r"\.content\)\.toBe\(", block, names)
        contains = values_after(r"\.content\)\.toContain\(", block, names)
        refused = "'error' in result).toBe(true)" in block
        flags = [flag == "true" for flag in re.findall(r"allowMultiple: (true|false)", block.partition("\n")[2])]
        if len(content) == 1 and len(olds) == len(news) == len(flags) >= 1 and (expected or contains or refused):
            case = edit_case(name, content[0], [edit(*fields) for fields in zip(olds, news, flags)],
                             expected[0] if expected else None, refused)
            if not expected:
                case.after, case.contains = {}, contains
            yield case
