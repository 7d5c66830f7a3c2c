#include "unified.hpp"

#include "header_names.hpp"
#include "hunk_reader.hpp"
#include "section.hpp"
#include "toolkit/system/error.hpp"

namespace apply_patch::read {

using namespace toolkit;

namespace {

class UnifiedParser {
public:
    explicit UnifiedParser(std::string_view text)
        : lines(text::split_lines(text))
    {
    }

    Patch parse()
    {
        while (at < lines.size())
            read_next();
        close_section();
        if (patch.changes.empty())
            throw ToolError(Code::bad_patch, "cannot read the patch: it has no file header",
                "send a unified diff: '--- a/NAME', '+++ b/NAME', '@@ -1,3 +1,4 @@' and the lines "
                "changed");
        return std::move(patch);
    }

private:
    void read_next()
    {
        const std::string_view text = lines[at].text;
        if (text.starts_with("diff --git "))
            open_git_section();
        else if (is_file_header(lines, at))
            read_file_header();
        else if (text.starts_with("@@") && is_hunk_due())
            read_next_hunk();
        else
            read_other();
    }

    // "@@" in prose before any header is a hunk whose header has been forgotten.
    bool is_hunk_due() const
    {
        if (section && (section->has_file_header || section->git_names || !section->target.empty()))
            return true;
        throw_bad_patch(at, "begins a hunk, and no file is named before it",
            "write '--- a/NAME' and '+++ b/NAME' before the first '@@'");
    }

    // A name that was not read may be that of another file, or say that this one is deleted.
    void read_next_hunk()
    {
        if (odd_header)
            throw_bad_patch(*odd_header, "names a file, and is not part of a complete file header",
                "write '--- a/NAME' and '+++ b/NAME' in two lines directly before the first '@@'");
        section->hunks.push_back(read_hunk(lines, at));
    }

    void open_git_section()
    {
        close_section();
        odd_header.reset();
        section = Section {at + 1};
        section->git_names = names_in_git_line(lines[at].text.substr(11));
        ++at;
    }

    void read_file_header()
    {
        if (!section || section->has_file_header || !section->hunks.empty()) {
            close_section();
            section = Section {at + 1};
        }
        section->has_file_header = true;
        section->old_file = name_in_header(lines[at].text.substr(4));
        const std::size_t second = second_line_of_header(lines, at).value();
        section->new_file = name_in_header(lines[second].text.substr(4));
        if (!section->old_file && !section->new_file)
            throw_bad_patch(at, "begins a section that names no file, only /dev/null");
        odd_header.reset();
        at = second + 1;
    }

    void read_other()
    {
        const std::string_view text = lines[at].text;
        refuse_what_is_no_unified_diff(text);
        if (!odd_header && text.size() > 3 && (text.starts_with("---") || text.starts_with("+++"))
            && text.find_first_not_of("-+ \t") != std::string_view::npos)
            odd_header = at;
        if (section && section->hunks.empty() && !section->has_file_header)
            read_extended_header(*section, text);
        else if (section && section->hunks.empty() && !text.empty()
            && (text[0] == '+' || text[0] == '-'))
            throw_bad_patch(at, "changes a file outside of a hunk",
                "write a line '@@ -1,3 +1,4 @@' before the changed lines");
        ++at;
    }

    void refuse_what_is_no_unified_diff(std::string_view text) const
    {
        const std::string where = "cannot apply line " + std::to_string(at + 1) + " of the patch: ";
        if (text == "GIT binary patch"
            || (text.starts_with("Binary files ") && text.ends_with(" differ")))
            throw ToolError(Code::unsupported, where + "it changes a binary file",
                "leave binary files out of the patch");
        if (text.starts_with("***************"))
            throw ToolError(
                Code::unsupported, where + "it is a context diff", "send a unified diff (diff -u)");
        if (text.starts_with("--- ") && at + 1 < lines.size()
            && lines[at + 1].text.starts_with("@@"))
            throw_bad_patch(at + 1, "begins a hunk where '+++ b/NAME' is missing");
        if (section && text.starts_with("*** Begin Patch"))
            throw_bad_patch(
                at, "begins a patch of the other form after a unified diff", "send each by itself");
    }

    void close_section()
    {
        if (section)
            patch.changes.push_back(file_change(std::move(*section)));
        section.reset();
    }

    std::vector<text::Line> lines;
    std::size_t at = 0;
    std::optional<Section> section;
    std::optional<std::size_t> odd_header; // a line like one of a file header, since the last one
    Patch patch;
};

}

Patch parse_unified_diff(std::string_view text) { return UnifiedParser(text).parse(); }

}
