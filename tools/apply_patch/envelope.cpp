#include "envelope.hpp"

#include "hunk_reader.hpp"
#include "toolkit/error.hpp"
#include "toolkit/folding.hpp"
#include "toolkit/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

static constexpr std::string_view beginning = "*** Begin Patch";

bool is_envelope(std::string_view text)
{
    while (!text.empty()) {
        if (text.starts_with(beginning))
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
    // On to the next envelope, if there is one. What is between two is prose: a section there would be lost.
    bool skip_to_beginning()
    {
        for (; at < lines.size() && !lines[at].text.starts_with(beginning); ++at)
            if (!patch.changes.empty() && begins_section())
                throw_bad_patch(at, "begins a section behind '*** End Patch'",
                    "put all sections between '*** Begin Patch' and '*** End Patch'");
        return at < lines.size();
    }

    bool begins_section() const
    {
        static constexpr std::array<std::string_view, 4> starts {
            "*** Add File: ", "*** Delete File: ", "*** Update File: ", "diff --git "};
        return is_file_header(lines, at)
            || std::any_of(starts.begin(), starts.end(),
                [this](std::string_view start) { return lines[at].text.starts_with(start); });
    }

    void read_envelope()
    {
        const std::size_t sections = patch.changes.size();
        ++at;
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

    // The name behind such a keyword, and on to the next line.
    bool take_name(std::string_view keyword, std::string& name)
    {
        if (!has(keyword))
            return false;
        name = trimmed(lines[at].text.substr(keyword.size()));
        if (name.empty())
            throw_bad_patch(at, "names no file");
        ++at;
        return true;
    }

    void read_section()
    {
        FileChange change {at + 1, Action::modify, {""}, {}, {}, {}};
        std::string& name = change.names.front();
        if (take_name("*** Add File: ", name)) {
            change.action = Action::create;
            read_added_lines(change);
        } else if (take_name("*** Delete File: ", name)) {
            change.action = Action::remove;
            change.removes_any_content = true;
            skip_empty_lines();
        } else if (take_name("*** Update File: ", name))
            read_update(change);
        else if (lines[at].text.empty())
            ++at;
        else
            throw_bad_patch(at, "begins no section: " + in_quotes(lines[at].text),
                "sections begin with '*** Add File: NAME', '*** Update File: NAME' or '*** Delete File: "
                "NAME'");
        if (!name.empty())
            patch.changes.push_back(std::move(change));
    }

    void skip_empty_lines()
    {
        while (at < lines.size() && lines[at].text.empty())
            ++at;
    }

    // Empty lines are there for the eye, or have lost their '+' where more new lines follow.
    void read_added_lines(FileChange& change)
    {
        Hunk hunk = new_hunk();
        while (!has("*** ")) {
            const std::size_t begin = at;
            skip_empty_lines();
            if (has("+"))
                for (std::size_t empty = begin; empty < at; ++empty)
                    hunk.lines.push_back({Mark::added, lines[empty]});
            for (; has("+"); ++at)
                add_line(hunk, lines, at);
            if (!lines[at].text.empty() && !has("*** "))
                throw_bad_patch(
                    at, "is in a new file and does not start with '+': " + in_quotes(lines[at].text));
        }
        if (!hunk.lines.empty())
            change.hunks.push_back(std::move(hunk));
    }

    void read_update(FileChange& change)
    {
        std::string target;
        if (take_name("*** Move to: ", target) && target != change.names.front()) {
            change.action = Action::rename;
            change.from = std::exchange(change.names.front(), target);
        }
        skip_empty_lines();
        while (!has("*** ") || has("*** End of File"))
            change.hunks.push_back(read_hunk());
        if (change.hunks.empty() && target.empty())
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
