#include "parse.hpp"

#include "header_names.hpp"
#include "hunk_reader.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace apply_patch::read {

using namespace toolkit;

static constexpr std::string_view beginning = "*** Begin Patch";
static constexpr std::string_view ending = "*** End Patch";
static constexpr std::string_view end_of_file = "*** End of File";

static bool has(std::string_view text, std::string_view line)
{
    return text.find(line) != std::string_view::npos;
}

// Returns true if the patch has the "*** Begin Patch" form. In a unified diff, or a mail that
// contains one, an indented "*** Begin Patch" does not count, and a section without that line
// counts only if an end marker follows.
bool is_envelope(std::string_view text)
{
    const bool has_diff
        = (has(text, "\n--- ") && has(text, "\n+++ ")) || has(text, "\ndiff --git ");
    // The offset of the last end marker. Searched for at most once, and only if needed, since a
    // unified diff may be large.
    std::optional<std::size_t> end;
    const auto is_before_end = [&](std::size_t at) {
        if (!end)
            end = text.rfind("\n*** End Patch") + 1; // 0: there is none
        return *end > at;
    };
    for (std::size_t at = 0; at < text.size();
         at = std::min(text.find('\n', at), text.size() - 1) + 1) {
        const std::string_view rest = text.substr(at);
        const std::string_view line = rest.substr(0, rest.find('\n'));
        if (line.starts_with(beginning) || (!has_diff && text::trimmed(line).starts_with(beginning))
            || (read_section_line(line) && (!has_diff || is_before_end(at))))
            return true;
        if (line.starts_with("--- ") || line.starts_with("diff --git ") || line.starts_with("@@ "))
            return false;
    }
    return false;
}

namespace {

class EnvelopeParser {
public:
    explicit EnvelopeParser(std::string_view text)
        : lines(text::split_lines(text))
    {
        if (needs_no_end())
            lines.push_back({ending, text::LineEnd::lf});
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
    // Returns true if a patch without a beginning needs no end either: it ends with a line of
    // context, and is complete if the file has that line.
    bool needs_no_end() const
    {
        const auto last = std::find_if(lines.rbegin(), lines.rend(),
            [](const text::Line& line) { return !text::trimmed(line.text).empty(); });
        if (last == lines.rend() || !last->text.starts_with(' '))
            return false;
        return std::none_of(lines.begin(), lines.end(), [](const text::Line& line) {
            const std::string_view text = text::trimmed(line.text);
            return text.starts_with(beginning) || text.starts_with(ending);
        });
    }

    // Moves to the next envelope, if there is one; the first may lack its beginning. Text between
    // two envelopes is prose; a section in it would be lost.
    bool skip_to_beginning()
    {
        for (; at < lines.size() && !marker(at).starts_with(beginning); ++at)
            if (patch.changes.empty() && read_section_line(lines[at].text))
                return true;
            else if (!patch.changes.empty() && begins_section())
                throw_bad_patch(at, "begins a section after '*** End Patch'",
                    "put all sections between '*** Begin Patch' and '*** End Patch'");
        return at < lines.size();
    }

    bool begins_section() const
    {
        return is_file_header(lines, at) || lines[at].text.starts_with("diff --git ")
            || read_section_line(marker(at));
    }

    void read_envelope()
    {
        const std::size_t sections = patch.changes.size();
        at += has(beginning, marker(at)) ? 1 : 0;
        while (!has(ending, marker(at)))
            read_section();
        if (patch.changes.size() == sections)
            throw_bad_patch(at, "ends a patch that asks for nothing",
                "put sections between '*** Begin Patch' and '*** End Patch': '*** Update File: "
                "NAME', then '@@' and the changed lines");
        ++at;
    }

    // Returns true if the current line starts with `start`. Throws if there is no further line.
    bool has(std::string_view start) const
    {
        return has(start, at < lines.size() ? lines[at].text : "");
    }

    bool has(std::string_view start, std::string_view text) const
    {
        if (at >= lines.size())
            throw_bad_patch(lines.size(), "is missing: '*** End Patch'",
                padded_ending ? "write line " + std::to_string(*padded_ending + 1)
                        + " without whitespace in front if it is the end; else the patch may have "
                          "been cut off"
                              : "the patch may have been cut off: send all of it");
        return text.starts_with(start);
    }

    // Returns the line without whitespace around it if it then starts with "*** ", otherwise an
    // empty view.
    std::string_view marker(std::size_t line) const
    {
        const std::string_view text = line < lines.size() ? text::trimmed(lines[line].text) : "";
        return text.starts_with("*** ") ? text : "";
    }

    // Like marker(), in a section that changes a file, where a line that begins with a space may be
    // a line of the file. It is a marker if the section's own marker has the same indentation, or
    // if it ends the patch.
    std::string_view marker_in_hunk()
    {
        has(""); // throws if the patch is cut off here
        const std::string_view text = lines[at].text;
        const std::string_view found = marker(at);
        if (found.empty() || !text.starts_with(' '))
            return found;
        if (found.starts_with(ending)) {
            padded_ending = at;
            return is_last(at) ? found : "";
        }
        const bool is_known
            = read_section_line(found) || read_move_line(found) || found.starts_with(end_of_file);
        return is_known && text::indentation_of(text) == section_indentation ? found : "";
    }

    // Returns true if nothing follows that could belong to the patch.
    bool is_last(std::size_t line) const
    {
        do
            ++line;
        while (line < lines.size() && text::trimmed(lines[line].text).empty());
        return line == lines.size() || marker(line).starts_with(beginning)
            || std::string_view(" +-\\@*").find(lines[line].text[0]) == std::string_view::npos;
    }

    void read_section()
    {
        if (text::trimmed(lines[at].text).empty()
            || marker(at).starts_with("*** Environment ID:")) {
            ++at;
            return;
        }
        const auto section = read_section_line(marker(at));
        section_indentation = text::indentation_of(lines[at].text);
        if (!section)
            throw_bad_patch(at, "begins no section: " + text::in_quotes(lines[at].text),
                "sections begin with '*** Add File: NAME', '*** Update File: NAME' or '*** Delete "
                "File: NAME'; to rename a file, write '*** Move to: NAME' after '*** Update File: "
                "NAME'");
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

    // Empty lines are separators, or have lost their '+' if more new lines follow.
    void read_added_lines(FileChange& change)
    {
        skip_header_lines(change);
        Hunk hunk = new_hunk();
        while (!has("*** ", marker(at))) {
            const std::size_t begin = at;
            skip_empty_lines();
            if (has("+"))
                for (std::size_t empty = begin; empty < at; ++empty)
                    hunk.lines.push_back({Mark::added, lines[empty]});
            for (; has("+") || (has("\\ ") && !hunk.lines.empty()); ++at)
                add_line(hunk, lines, at);
            if (!lines[at].text.empty() && marker(at).empty())
                throw_bad_patch(at,
                    "is in a new file and does not start with '+': "
                        + text::in_quotes(lines[at].text));
        }
        if (hunk.lines.empty())
            return;
        check_hunk(hunk);
        change.hunks.push_back(std::move(hunk));
    }

    // Skips the header of a unified diff within a section, which names the same file, and the '@@'
    // line of a new file. They add no information.
    void skip_header_lines(const FileChange& change)
    {
        const auto is_at_line = [this](std::size_t line) {
            return line < lines.size() && lines[line].text.starts_with("@@");
        };
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
        const auto target = read_move_line(marker_in_hunk());
        if (target && named(*target) != change.names) {
            change.action = Action::rename;
            change.from = std::exchange(change.names, {target->front()}).front();
        }
        at += target ? 1 : 0;
        skip_empty_lines();
        skip_header_lines(change);
        while (marker_in_hunk().empty() || marker_in_hunk().starts_with(end_of_file))
            change.hunks.push_back(read_hunk(change.action == Action::rename));
        if (change.hunks.empty() && !target)
            throw_bad_patch(change.patch_line - 1, "begins a section that asks for no change",
                "add '@@' and the changed lines, each with '-' or '+' in front, or leave the "
                "section out");
    }

    Hunk new_hunk() const
    {
        has(""); // throws where the patch is cut off here
        Hunk hunk {at + 1, {},
            lines[at].end == text::LineEnd::crlf ? text::LineEnd::crlf : text::LineEnd::lf, {}};
        hunk.matching = Matching::lenient;
        return hunk;
    }

    // A hunk of a file that is renamed may have only context.
    Hunk read_hunk(bool may_show_only)
    {
        Hunk hunk = new_hunk();
        for (; has("@@"); ++at)
            read_place(hunk, lines[at].text);
        while (marker_in_hunk().empty() && !has("@@")) {
            if (!lines[at].text.empty()
                && std::string_view(" +-\\").find(lines[at].text[0]) == std::string_view::npos)
                throw_bad_patch(at,
                    "starts with neither ' ', '+' nor '-': " + text::in_quotes(lines[at].text),
                    "a line of context starts with a space");
            add_line(hunk, lines, at++);
        }
        // Empty lines before the next header are separators.
        for (std::size_t last = at; last > 0 && lines[last - 1].text.empty() && !hunk.lines.empty();
             --last)
            hunk.lines.pop_back();
        if (marker_in_hunk().starts_with(end_of_file)) {
            hunk.ends_file = true;
            ++at;
            skip_empty_lines();
        }
        if (!may_show_only || hunk.lines.empty()
            || count_lines(hunk, Mark::context) != hunk.lines.size())
            check_hunk(hunk);
        return hunk;
    }

    // Reads "@@", "@@ -1,3 +1,4 @@", or a line of the file above the hunk: "@@ def f():", possibly
    // with "@@" after it.
    static void read_place(Hunk& hunk, std::string_view text)
    {
        if (const auto stated = read_hunk_header(text)) {
            hunk.stated = stated;
            return;
        }
        std::string_view anchor = text::without_trailing_whitespace(text.substr(2));
        if (anchor.ends_with("@@"))
            anchor.remove_suffix(2);
        if (text::trimmed(anchor).empty())
            return;
        hunk.anchors.push_back(text::trimmed(anchor));
        hunk.anchor_indentation
            = text::indentation_of(anchor.substr(anchor.starts_with(' ') ? 1 : 0));
    }

    std::vector<text::Line> lines;
    std::size_t at = 0;
    std::string_view section_indentation;
    std::optional<std::size_t>
        padded_ending; // a line of context that may have been meant as the end
    Patch patch;
};

}

Patch parse_envelope(std::string_view text) { return EnvelopeParser(text).parse(); }

}
