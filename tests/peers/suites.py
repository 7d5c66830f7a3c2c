"""Reads the fixtures of other projects' editing tools as cases for ours. Nothing of them is kept here."""

import ast
import re

from cases import JS_TEST, Case, arguments_at, blocks, edit, edit_case
from literals import names_in, value_at, values_after
from more_suites import (cline_edits, codebuff_edits, codex_turns, continue_all_matches, continue_matches,
                         continue_tools, crush_edits, crush_files, crush_replacements, opencode_calls,
                         opencode_sequences, pi_edits, roo_calls, roo_sequences)
from opencode_suites import (codebuff_blocks, codex_sequences, opencode_edit_tool, opencode_line_ends,
                             opencode_patch_tool)


def codex_scenarios(peer, root="codex-rs/apply-patch/tests/fixtures/scenarios"):
    scenarios = {}
    for path in peer.files(root + "/"):
        parts = path[len(root) + 1:].split("/")
        if len(parts) > 1:
            scenarios.setdefault(parts[0], []).append("/".join(parts[1:]))
    for name, paths in sorted(scenarios.items()):
        trees = {"input": {}, "expected": {}}
        for path in paths:
            kind, _, rest = path.partition("/")
            if kind in trees:
                trees[kind][rest] = peer.read(f"{root}/{name}/{path}").decode()
        before, after = trees["input"], trees["expected"]
        patch = peer.read(f"{root}/{name}/patch.txt").decode()
        after.update({path: None for path in before if path not in after})
        yield Case(name, "apply_patch", [{"patch": patch}], before, after, [], before == trees["expected"])


def codex_commands(peer, path="codex-rs/apply-patch/tests/suite/tool.rs"):
    for name, block in blocks(peer.text(path), r"\bfn (test_\w+)"):
        names = names_in(block, "rust")
        places = dict(re.findall(r'let (\w+) = (?:tmp|dir)\.path\(\)\.join\("([^"]*)"\)', block))
        patches = values_after(r'(?=r?#?"\*\*\* Begin Patch)', block, names, "rust")
        helper = re.search(r"assert_apply_patch_updates_file\(\s*\"([^\"]*)\",", block)
        if len(patches) != 1:
            continue
        case = Case(name, "apply_patch", [{"patch": patches[0]}], refused=".failure()" in block)
        if helper:
            both = values_after(r"[(,]\s*(?=b\")", block[helper.start():], names, "rust")
            if len(both) != 2:
                continue
            case.before, case.after = {helper[1]: both[0]}, {helper[1]: both[1]}
        for write in re.finditer(r"fs::write\(\s*&?(\w+)\s*,", block):
            value = value_at(block, write.end(), names, "rust")
            if write[1] in places and value is not None:
                case.before[places[write[1]]] = value
        for read in re.finditer(r"fs::read(?:_to_string)?\(\s*&?(\w+)\s*\)\?,", block):
            value = value_at(block, read.end(), names, "rust")
            if read[1] in places and value is not None:
                case.after[places[read[1]]] = value
        for gone in re.findall(r"assert!\(!(\w+)\.exists\(\)\)", block):
            case.after[places.get(gone, gone)] = None
        yield case


def codex_units(peer):
    root = "codex-rs/apply-patch/src/"
    for path in ("lib.rs", "file_update_tests.rs"):
        for name, block in blocks(peer.text(root + path), r"\bfn (test_\w+)"):
            names = names_in(block, "rust")
            places = dict(re.findall(r'let (\w+) = dir\.path\(\)\.join\("([^"]*)"\)', block))
            hunks = list(re.finditer(r'format!\(\s*(?=r#*"\*\*\* )', block))
            if len(hunks) != 1:
                continue
            text = value_at(block[:block.index("#,", hunks[0].end()) + 1], hunks[0].end(), names, "rust")
            shown = re.findall(r"(\w+)\.display\(\)", block[hunks[0].end():])[:(text or "").count("{}")]
            if text is None or not shown or not all(place in places for place in shown):
                continue
            for place in shown:
                text = text.replace("{}", places[place], 1)
            case = Case(name, "apply_patch", [{"patch": f"*** Begin Patch\n{text}\n*** End Patch"}])
            for write in re.finditer(r"fs::write\(\s*&?(\w+)\s*,", block):
                value = value_at(block, write.end(), names, "rust")
                if write[1] in places and value is not None:
                    case.before[places[write[1]]] = value
            expected = values_after(r"assert_eq!\(\s*contents,", block, names, "rust") \
                or values_after(r"\bcontent:", block, names, "rust")
            if expected:
                case.after[places[shown[-1]]] = expected[-1]
                yield case


def aider_blocks(peer, path="tests/basic/test_editblock.py"):
    for function in ast.walk(ast.parse(peer.text(path))):
        if not isinstance(function, ast.FunctionDef) or not function.name.startswith("test_"):
            continue
        names = {statement.targets[0].id: statement.value.value for statement in function.body
                 if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
                 and isinstance(statement.value, ast.Constant)}
        if {"whole", "part", "replace", "expected_output"} <= names.keys():
            yield edit_case(function.name, names["whole"], [edit(names["part"], names["replace"])],
                            names["expected_output"])


def aider_diffs(peer, path="tests/basic/test_udiff.py"):
    """Their suite reads the diffs only: the files are the lines that the hunks show."""
    for function in ast.walk(ast.parse(peer.text(path))):
        if not isinstance(function, ast.FunctionDef) or not function.name.startswith("test_"):
            continue
        content = next((statement.value.value for statement in function.body if isinstance(statement, ast.Assign)
                        and isinstance(statement.value, ast.Constant)), "")
        case = Case(function.name, "apply_patch", [{"patch": content}])
        name = None
        for line in content.split("\n"):
            if line.startswith("+++ "):
                name = line[4:]
                case.before[name], case.after[name] = "", ""
            elif line.startswith("```") or not line:
                name = None if line else name
            elif name and line[0] in " -+" and not line.startswith("---"):
                case.before[name] += line[1:] + "\n" if line[0] in " -" else ""
                case.after[name] += line[1:] + "\n" if line[0] in " +" else ""
        yield case


def continue_edits(peer, path="core/edit/searchAndReplace/executeFindAndReplace.vitest.ts"):
    for name, block in blocks(peer.text(path), JS_TEST):
        names = names_in(block)
        calls = list(re.finditer(r"executeFindAndReplace\(", block))
        if len(calls) != 1:
            continue
        arguments = arguments_at(block, calls[0].end(), names)
        expected = values_after(r"expect\(result\)\.toBe\(", block, names)
        refused = ".toThrow" in block
        if len(arguments) >= 3 and (refused or expected):
            yield edit_case(name, arguments[0], [edit(arguments[1], arguments[2], "true" in arguments[3:])],
                            expected[0] if expected else None, refused)


def search_blocks(diff):
    pattern = r"<<<<<<< SEARCH>?\s*?\n(?::start_line:.*\n)?(?::end_line:.*\n)?(?:-------\n)?" \
              r"((?:.*\n)*?)=======\n((?:.*\n)*?)>>>>>>> REPLACE"
    # Without new lines, the old ones go with their ends.
    return [edit(old[:-1] if new else old, new[:-1]) for old, new in re.findall(pattern, diff)]


def roo_blocks(peer):
    root = "src/core/diff/strategies/__tests__/"
    for path in ("multi-search-replace.spec.ts", "multi-search-replace-trailing-newline.spec.ts"):
        for name, block in blocks(peer.text(root + path), JS_TEST):
            names = names_in(block)
            edits = search_blocks(names.get("diffContent", ""))
            expected = values_after(r"result\.content\)\.toBe\(", block, names)
            refused = "result.success).toBe(false)" in block
            if "originalContent" in names and edits and "strategy.applyDiff(" in block and bool(expected) != refused:
                yield edit_case(name, names["originalContent"], edits, expected[0] if expected else None, refused)


def roo_chunks(peer, path="src/core/tools/apply-patch/__tests__/apply.spec.ts"):
    yield from chunk_cases(peer.text(path), "oldLines", "newLines", "changeContext", "isEndOfFile")


def hunk_lines(before, after):
    """What both have at their end is context, as models write it."""
    common = 0
    while common < min(len(before), len(after)) and before[-1 - common] == after[-1 - common]:
        common += 1
    return "".join(mark + line + "\n" for mark, lines in
                   (("-", before[:len(before) - common]), ("+", after[:len(after) - common]),
                    (" ", before[len(before) - common:])) for line in lines)


def chunk_cases(text, old, new, context, end):
    for name, block in blocks(text, JS_TEST):
        names = names_in(block)
        chunks = re.split(r"(?=\b" + old + ":)", block)
        if len(chunks) < 2:
            continue
        patch, head = "*** Begin Patch\n*** Update File: file.txt\n", chunks[0]
        for chunk in chunks[1:]:
            around = values_after(context + ":", head[head.rfind("{"):] + chunk[:chunk.find("}")], names)
            sides = values_after(old + ":", chunk, names), values_after(new + ":", chunk, names)
            if not all(side and isinstance(side[0], list) for side in sides):
                break
            patch += "@@" + (" " + around[0] if around else "") + "\n"
            patch += hunk_lines(sides[0][0], sides[1][0])
            patch += "*** End of File\n" if end + ": true" in chunk else ""
            head = chunk
        else:
            expected = values_after(r"expect\(result(?:\.content)?\)\.toBe\(", block, names)
            # As a name, or the last argument of the call.
            given = values_after(r"\],\s*(?=[\"'`])", block, names)
            content = names.get("original", names.get("originalContent", given[-1] if given else None))
            if content is not None and (expected or ".toThrow" in block):
                yield Case(name, "apply_patch", [{"patch": patch + "*** End Patch\n"}], {"file.txt": content},
                           {"file.txt": expected[0]} if expected else {}, [], not expected)


def gemini_edits(peer, path="packages/core/src/tools/edit.test.ts"):
    text = peer.text(path)
    for match in re.finditer(r"\{\s*name: ", text):
        row = text[match.start():text.find("},", match.start())]
        fields = {key: values_after(r"\b" + key + ":", row, {}) for key in
                  ("name", "current", "content", "oldStr", "old_string", "newStr", "new_string", "expected")}
        content, old = fields["current"] or fields["content"], fields["oldStr"] or fields["old_string"]
        new, expected = fields["newStr"] or fields["new_string"], fields["expected"]
        if content and old and new and expected:
            yield edit_case(fields["name"][0], content[0], [edit(old[0], new[0])], expected[0], content == expected)
    for name, block in blocks(text, JS_TEST):
        names = names_in(block)
        content = values_after(r"currentContent:", block, names)
        old, new = values_after(r"\bold_string:", block, names), values_after(r"\bnew_string:", block, names)
        expected = values_after(r"result\.newContent\)\.toBe\(", block, names)
        if len(content) == len(old) == len(new) == len(expected) == 1:
            yield edit_case(name, content[0], [edit(old[0], new[0], "allow_multiple: true" in block)], expected[0],
                            content == expected)


def continue_lists(peer, path="core/edit/searchAndReplace/multiEdit.vitest.ts"):
    for name, block in blocks(peer.text(path), JS_TEST):
        names = names_in(block)
        content = values_after(r"executeMultiFindAndReplace\(", block, names)
        olds, news = values_after(r"\bold_string:", block, names), values_after(r"\bnew_string:", block, names)
        expected = values_after(r"expect\(result\)\.toBe\(", block, names)
        refused = ".toThrow" in block
        if len(content) == 1 and len(olds) == len(news) >= 1 and bool(expected) != refused:
            rows = re.split(r"(?=\bold_string:)", block)[1:]
            yield edit_case(name, content[0], [edit(old, new, "replace_all: true" in row)
                                               for old, new, row in zip(olds, news, rows)],
                            expected[0] if expected else None, refused)


def continue_diffs(peer, path="core/edit/lazy/unifiedDiffApply.test.ts"):
    """Their diffs name no file, or another: only what is between the file names and the end counts."""
    for name, block in blocks(peer.text(path), JS_TEST):
        names = names_in(block)
        content = names.get("sourceCode", names.get("originalCode"))
        diff = names.get("diffText", names.get("diff"))
        rows = re.findall(r"type: \"(same|new|old)\",\s*line:\s*", block)
        lines = values_after(r"type: \"(?:same|new|old)\",\s*line:", block, names)
        kept = [line for row, line in zip(rows, lines) if row != "old"]
        expected = "\n".join(kept) if rows and len(rows) == len(lines) else None
        if content is None or diff is None or not (expected is not None or ".toThrow" in block):
            continue
        hunks = diff[diff.find("@@"):]
        case = Case(name, "apply_patch", [{"patch": "--- a/file.txt\n+++ b/file.txt\n" + hunks}],
                    {"file.txt": content}, {"file.txt": expected}, [], expected is None)
        yield case


def patch_files(text, patch_start):
    """Suites that write files, apply a patch, and read files."""
    for name, block in blocks(text, JS_TEST):
        places = {match[1]: "/".join(re.findall(r"[\"']([^\"']*)[\"']", match[2])) for match in
                  re.finditer(r"const (\w+) = path\.join\(\w+,([^)]*)\)", block)}
        names = names_in(block, known={**places, "tempDir": "."})
        patches = values_after(patch_start, block, names)
        if len(patches) != 1 or not isinstance(patches[0], str):
            continue
        case = Case(name, "apply_patch", [{"patch": patches[0]}])
        for write in re.finditer(r"fs\.writeFile\(\s*(\w+),", block):
            value = value_at(block, write.end(), names)
            if write[1] in places and value is not None:
                case.before[places[write[1]]] = value
        for read in re.finditer(r"readFile\((\w+), [\"']utf-8[\"']\)\)\.resolves\.(toBe|toContain)\(", block):
            value = value_at(block, read.end(), names)
            if read[1] in places and value is not None and read[2] == "toBe":
                case.after[places[read[1]]] = value
            elif value is not None:
                case.contains.append(value)
        content = re.search(r"const (?:content|newContent) = .*?readFile\((\w+),", block)
        values = values_after(r"expect\((?:content|newContent)\)\.toBe\(", block, names)
        if content and values and content[1] in places:
            case.after[places[content[1]]] = values[0]
        case.refused = ".rejects" in block or '"Failure"' in block
        if case.after or case.contains or case.refused:
            yield case


def cline_patches(peer, path="sdk/packages/core/src/extensions/tools/executors/apply-patch.test.ts"):
    yield from patch_files(peer.text(path), r"\binput:")


def opencode_patches(peer, path="packages/opencode/test/patch/patch.test.ts"):
    yield from patch_files(peer.text(path), r"const patchText =")
    yield from chunk_cases(peer.text(path), "old_lines", "new_lines", "change_context", "is_end_of_file")


SUITES = {
    "codex": [codex_scenarios, codex_commands, codex_units, codex_turns, codex_sequences],
    "opencode": [opencode_patches, opencode_sequences, opencode_calls, opencode_patch_tool, opencode_edit_tool,
                 opencode_line_ends],
    "Roo": [roo_blocks, roo_chunks, roo_calls, roo_sequences],
    "gemini-cli": [gemini_edits],
    "cline": [cline_patches, cline_edits],
    "continue": [continue_edits, continue_lists, continue_diffs, continue_matches, continue_all_matches,
                 continue_tools],
    "crush": [crush_edits, crush_files, crush_replacements],
    "codebuff": [codebuff_edits, codebuff_blocks],
    "aider": [aider_blocks, aider_diffs],
    "pi": [pi_edits],
}
