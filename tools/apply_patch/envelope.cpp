#include "envelope.hpp"

#include "envelope_section.hpp"
#include "header_names.hpp"
#include "hunk_reader.hpp"
#include "toolkit/error.hpp"
#include "toolkit/folding.hpp"
#include "toolkit/text.hpp"

#include <algorithm>
#include <utility>

static constexpr std::string_view beginning = "*** Begin Patch";

// Is this the first section of one whose beginning is missing? In a unified diff, or a mail with one, such a line says nothing.
static bool begins_with_section(std::string_view text)
{
    if (!read_section_line(text.substr(0, text.find('\n'))))
        return false;
    const auto has = [text](std::string_view line) { return text.find(line) != std::string_view::npos; };
    return has("\n*** End Patch") || !(has("\n--- ") || has("\ndiff --git "));
}

bool is_envelope(std::string_view text)
{
    while (!text.empty()) {
        if (text.starts_with(beginning) || begins_with_section(text))
            return true;
        if (text.starts_with("--- ") || text.starts_with("diff --git ") || text.starts_with("@@ "))
            return false;
        const std::size_t newline = text.find('\n');
        if (newline == std::string_view::npos)
            return false;
        text.remove_prefix(newline + 1);
    }
    return false;
}

namespace {

class EnvelopeParser {
public:
    explicit EnvelopeParser(std::string_view text)
        : lines(split_lines(text))
    {
    }

    Patch parse()
    {
        skip_to_beginning();
        do
            read_envelope();
        while (skip_to_beginning());
        return std::move(patch);
    }

private:
    // On to the next envelope, if there is one: the first may lack its beginning. What is between two is prose: a section
    // there would be lost.
    bool skip_to_beginning()
    {
        for (; at < lines.size() && !lines[at].text.starts_with(beginning); ++at)
            if (patch.changes.empty() && read_section_line(lines[at].text))
                return true;
            else if (!patch.changes.empty() && begins_section())
                throw_bad_patch(at, "begins a section behind '*** End Patch'",
                    "put all sections between '*** Begin Patch' and '*** End Patch'");
        return at < lines.size();
    }

    bool begins_section() const
    {
        return is_file_header(lines, at) || lines[at].text.starts_with("diff --git ")
            || read_section_line(lines[at].text);
    }

    void read_envelope()
    {
        const std::size_t sections = patch.changes.size();
        at += has(beginning) ? 1 : 0;
        while (!has("*** End Patch"))
            read_section();
        if (patch.changes.size() == sections)
            throw_bad_patch(at, "ends a patch that asks for nothing");
        ++at;
    }

    // Does the line at hand start so? Throws where there is none.
    bool has(std::string_view start) const
    {
        if (at >= lines.size())
            throw_bad_patch(lines.size(), "is missing: '*** End Patch'",
                "the patch may have been cut off: send all of it");
        return lines[at].text.starts_with(start);
    }

    void read_section()
    {
        if (lines[at].text.empty()) {
            ++at;
            return;
        }
        const auto section = read_section_line(lines[at].text);
        if (!section)
            throw_bad_patch(at, "begins no section: " + in_quotes(lines[at].text),
                "sections begin with '*** Add File: NAME', '*** Update File: NAME' or '*** Delete File: "
                "NAME'; to rename a file, write '*** Move to: NAME' behind '*** Update File: NAME'");
        FileChange change {at + 1, Action::modify, named(section->names), {}, {}, {}};
        ++at;
        if (section->kind == SectionKind::add) {
            change.action = Action::create;
            read_added_lines(change);
        } else if (section->kind == SectionKind::remove) {
            change.action = Action::remove;
            change.removes_any_content = true;
            skip_empty_lines();
        } else
            read_update(change);
        patch.changes.push_back(std::move(change));
    }

    const std::vector<std::string>& named(const std::vector<std::string>& names) const
    {
        if (names.empty())
            throw_bad_patch(at, "names no file");
        return names;
    }

    void skip_empty_lines()
    {
        while (at < lines.size() && lines[at].text.empty())
            ++at;
    }

    // Empty lines are there for the eye, or have lost their '+' where more new lines follow.
    void read_added_lines(FileChange& change)
    {
        skip_header_lines(change);
        Hunk hunk = new_hunk();
        while (!has("*** ")) {
            const std::size_t begin = at;
            skip_empty_lines();
            if (has("+"))
                for (std::size_t empty = begin; empty < at; ++empty)
                    hunk.lines.push_back({Mark::added, lines[empty]});
            for (; has("+") || (has("\\ ") && !hunk.lines.empty()); ++at)
                add_line(hunk, lines, at);
            if (!lines[at].text.empty() && !has("*** "))
                throw_bad_patch(
                    at, "is in a new file and does not start with '+': " + in_quotes(lines[at].text));
        }
        if (hunk.lines.empty())
            return;
        check_hunk(hunk);
        change.hunks.push_back(std::move(hunk));
    }

    // The header of a unified diff within a section says nothing that is not known, and names the same file; so does the
    // '@@' line of a new file.
    void skip_header_lines(const FileChange& change)
    {
        const auto is_at_line
            = [this](std::size_t line) { return line < lines.size() && lines[line].text.starts_with("@@"); };
        if (is_file_header(lines, at) && is_at_line(at + 2)) {
            const auto names = likely_names(name_in_header(lines[at].text.substr(4)).value_or(""),
                name_in_header(lines[at + 1].text.substr(4)).value_or(""));
            for (const auto& name : change.names)
                if (std::find(names.begin(), names.end(), name) != names.end()) {
                    at += 2;
                    break;
                }
        }
        if (change.action == Action::create && is_at_line(at))
            ++at;
    }

    void read_update(FileChange& change)
    {
        const auto target = has("*** ") ? read_move_line(lines[at].text) : std::nullopt;
        if (target && named(*target) != change.names) {
            change.action = Action::rename;
            change.from = std::exchange(change.names, {target->front()}).front();
        }
        at += target ? 1 : 0;
        skip_empty_lines();
        skip_header_lines(change);
        while (!has("*** ") || has("*** End of File"))
            change.hunks.push_back(read_hunk());
        if (change.hunks.empty() && !target)
            throw_bad_patch(change.patch_line - 1, "begins a section that asks for no change");
    }

    Hunk new_hunk() const
    {
        has(""); // throws where the patch is cut off here
        Hunk hunk {at + 1, {}, lines[at].end == LineEnd::crlf ? LineEnd::crlf : LineEnd::lf, {}};
        hunk.matching = Matching::lenient;
        return hunk;
    }

    Hunk read_hunk()
    {
        Hunk hunk = new_hunk();
        for (; has("@@"); ++at)
            read_place(hunk, lines[at].text);
        while (!has("*** ") && !has("@@")) {
            if (!lines[at].text.empty()
                && std::string_view(" +-\\").find(lines[at].text[0]) == std::string_view::npos)
                throw_bad_patch(at, "starts with neither ' ', '+' nor '-': " + in_quotes(lines[at].text),
                    "a line of context starts with a blank");
            add_line(hunk, lines, at++);
        }
        // Empty lines before the next header are there for the eye.
        for (std::size_t last = at; last > 0 && lines[last - 1].text.empty() && !hunk.lines.empty(); --last)
            hunk.lines.pop_back();
        if (has("*** End of File")) {
            hunk.ends_file = true;
            ++at;
            skip_empty_lines();
        }
        check_hunk(hunk);
        return hunk;
    }

    // "@@", "@@ -1,3 +1,4 @@", or a line of the file above the hunk: "@@ def f():", perhaps with "@@" behind
    // it too.
    static void read_place(Hunk& hunk, std::string_view text)
    {
        if (const auto stated = read_hunk_header(text)) {
            hunk.stated = stated;
            return;
        }
        std::string_view anchor = without_end_blanks(text.substr(2));
        if (anchor.ends_with("@@"))
            anchor.remove_suffix(2);
        if (!trimmed(anchor).empty())
            hunk.anchors.push_back(trimmed(anchor));
    }

    std::vector<Line> lines;
    std::size_t at = 0;
    Patch patch;
};

}

Patch parse_envelope(std::string_view text) { return EnvelopeParser(text).parse(); }
