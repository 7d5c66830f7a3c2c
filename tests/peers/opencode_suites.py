"""opencode's tests of its tools, which write files, run a tool, and read files; codex's of where lines are found; codebuff's of
blocks."""

import re

from cases import Case, blocks, edit, edit_case
from literals import names_in, value_at, values_after

EFFECT_TEST = r"\bit\.(?:instance|live|effect)\(\s*([\"'`])((?:(?!\1).)*)\1"
OF_PERMISSIONS = re.compile(r"permissionCtx|addRoot|scratchRules|forkScoped|external", re.I)


def place_of(text):
    """The names behind a directory: path.join(test.directory, "a", "b")."""
    return "/".join(re.findall(r"[\"']([^\"']*)[\"']", text))


def opencode_patch_tool(peer, path="packages/opencode/test/tool/apply_patch.test.ts"):
    for name, block in blocks(peer.text(path), EFFECT_TEST):
        places = {match[1]: place_of(match[2]) for match in
                  re.finditer(r"const (\w+) = path\.join\(\s*test\.directory,([^)]*)\)", block)}
        names = names_in(block)
        patches = values_after(r"const patchText =", block, names) or values_after(r"patchText:", block, names)
        if len(patches) != 1 or OF_PERMISSIONS.search(block) or "fromCharCode" in block:
            continue
        case = Case(name, "apply_patch", [{"patch": patches[0]}], refused="expectFailure(execute(" in block)
        for write in re.finditer(r"writeText\(\s*(\w+),", block):
            value = value_at(block, write.end(), names)
            if write[1] in places and value is not None:
                case.before[places[write[1]]] = value
        for read in re.finditer(r"readText\((?:(\w+)|path\.join\(test\.directory,([^)]*)\))\)\)\.toBe\(", block):
            value = value_at(block, read.end(), names)
            place = places.get(read[1]) if read[1] else place_of(read[2])
            if place and value is not None:
                case.after[place] = value
        for gone in re.findall(r"expectReadFailure\((\w+)\)", block):
            case.after[places.get(gone, gone)] = None
        contents = re.search(r"const (?:contents?|updated) = yield\* readText\((\w+)\)", block)
        values = values_after(r"expect\((?:contents?|updated)\)\.toBe\(", block, names)
        if contents and values and contents[1] in places:
            case.after[places[contents[1]]] = values[0]
        if case.after or case.refused:
            yield case


def opencode_edit_tool(peer, path="packages/opencode/test/tool/edit.test.ts"):
    for name, block in blocks(peer.text(path), EFFECT_TEST):
        names = names_in(block)
        content = values_after(r"\bput\(\s*filepath,", block, names)
        old, new = values_after(r"\boldString:", block, names), values_after(r"\bnewString:", block, names)
        expected = values_after(r"load\(filepath\)\)\.toBe\(", block, names)
        refused = "yield* fail(" in block
        if OF_PERMISSIONS.search(block) or "fromCharCode" in block or not len(content) == len(old) == len(new) == 1:
            continue
        if refused or expected:
            yield edit_case(name, content[0], [edit(old[0], new[0], "replaceAll: true" in block)],
                            None if refused else expected[0], refused)


def normalized(text, at, names):
    """normalize(a + "b", "\\r\\n"), or a literal."""
    call = re.compile(r"\s*normalize\(").match(text, at)
    if not call:
        return value_at(text, at, names)
    end = text.index(", \"", call.end())
    value = value_at(text[:end], call.end(), names)
    if value is None:
        return None
    return value if text[end + 2:].startswith(r'"\n"') else value.replace("\r\n", "\n").replace("\n", "\r\n")


def opencode_line_ends(peer, path="packages/opencode/test/tool/edit.test.ts"):
    text = peer.text(path)
    start = text.find('describe("line endings"')
    known = names_in(text[start:text.find("const normalize", start)])
    for name, block in blocks(text[start:], EFFECT_TEST):
        names = names_in(block, known=known)
        places = [re.search(pattern, block) for pattern in
                  (r"const content =", r"\boldString:", r"\bnewString:", r"expect\(output\)\.toBe\(")]
        if all(places):
            content, old, new, expected = (normalized(block, place.end(), names) for place in places)
            if None not in (content, old, new, expected):
                yield edit_case(name, content, [edit(old, new, "replaceAll: true" in block)], expected)


def codex_sequences(peer, path="codex-rs/apply-patch/src/seek_sequence.rs"):
    """Where lines are found: that is where a hunk with them as context puts another in front of them."""
    for name, block in blocks(peer.text(path), r"\bfn (test_\w+)"):
        lists = {match[1]: re.findall(r'"((?:[^"\\]|\\.)*)"', match[2]) for match in
                 re.finditer(r"let (\w+) = to_vec\(&\[([^\]]*)\]\)", block)}
        place = re.search(r"\bSome\((\d+)\)", block)
        if not {"lines", "pattern"} <= lists.keys() or not (place or "None" in block):
            continue
        lines, sought = ([line.replace("\\t", "\t") for line in lists[key]] for key in ("lines", "pattern"))
        patch = "*** Begin Patch\n*** Update File: file.txt\n@@\n+PUT\n"
        patch += "".join(f" {line}\n" for line in sought) + "*** End Patch\n"
        after = lines[:int(place[1])] + ["PUT"] + lines[int(place[1]):] if place else None
        yield Case(name, "apply_patch", [{"patch": patch}], {"file.txt": "".join(line + "\n" for line in lines)},
                   {"file.txt": "".join(line + "\n" for line in after)} if after else {}, [], after is None)


def codebuff_blocks(peer, path="backend/src/__tests__/generate-diffs-prompt.test.ts"):
    """They look at what was read and found: the blocks are edits, and what each puts in is in the file afterwards."""
    for name, block in blocks(peer.text(path), r"\bit\(\s*([\"'`])((?:(?!\1).)*)\1"):
        names = names_in(block)
        olds = values_after(r"searchContent\)\.toBe\(", block, names)
        news = values_after(r"replaceContent\)\.toBe\(", block, names)
        missing = re.search(r"diffBlocksThatDidntMatch\.length\)\.toBe\((\d+)\)", block)
        content = names.get("oldContent")
        if not content or not len(olds) == len(news) >= 1 or not missing:
            continue
        refused = missing[1] != "0"
        # What their reader appends to the old text is no part of the new one.
        edits = [edit(old, new if new.endswith("\n") or not old.endswith("\n") else new + "\n")
                 for old, new in zip(olds, news)]
        case = edit_case(name, content, edits, None, refused)
        case.after, case.contains = {}, [] if refused else [new.strip() for new in news]
        yield case
