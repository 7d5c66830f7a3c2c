#include "parse.hpp"

#include "header_names.hpp"
#include "hunk_reader.hpp"
#include "patch.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace apply_patch::read {

using namespace toolkit;

namespace {

// What the headers of one file of a unified diff state, before they are interpreted together.
struct Section {
    std::size_t patch_line; // 1-based
    std::optional<std::pair<std::string, std::string>> git_names = {};
    bool has_file_header = false;
    std::optional<std::string> old_file = {}; // name after "--- "; nullopt for /dev/null
    std::optional<std::string> new_file = {}; // name after "+++ "; nullopt for /dev/null
    std::string from = {}; // name after "rename from" or "copy from"
    std::string target = {};
    bool is_copy = false;
    bool is_new = false;
    bool is_deleted = false;
    std::optional<bool> executable = {};
    std::string_view old_blob = {}; // from the "index" line
    std::string_view new_blob = {};
    std::vector<Hunk> hunks = {};
};

}

// Returns the executable bit of a mode as git writes it.
static bool read_mode(const Section& section, std::string_view mode)
{
    const std::string where = "cannot apply the section at line "
        + std::to_string(section.patch_line) + " of the patch: ";
    if (mode.starts_with("120"))
        throw ToolError(
            Code::unsupported, where + "it is about a symbolic link", "leave this section out");
    if (mode.starts_with("160"))
        throw ToolError(
            Code::unsupported, where + "it is about a submodule", "leave this section out");
    if (mode.size() != 6 || !mode.starts_with("100")
        || mode.find_first_not_of("01234567") != std::string_view::npos)
        throw ToolError(Code::bad_patch, where + "it has the mode " + text::in_quotes(mode),
            "the modes of files are 100644 and 100755");
    return ((mode[3] - '0') & 1) != 0;
}

// Reads "1234567..89abcde 100644".
static void read_index(Section& section, std::string_view line)
{
    const std::size_t space = line.find(' ');
    const std::string_view blobs = line.substr(0, space);
    const std::size_t dots = std::min(blobs.find(".."), blobs.size());
    section.old_blob = blobs.substr(0, dots);
    section.new_blob = blobs.substr(std::min(dots + 2, blobs.size()));
    if (space != std::string_view::npos)
        read_mode(section, line.substr(space + 1));
}

namespace {

struct ExtendedHeader {
    std::string_view keyword;
    void (*read)(Section& section, std::string_view value);
};

constexpr auto take_mode = [](Section& section, std::string_view value) {
    section.executable = read_mode(section, value);
};
constexpr auto check_mode
    = [](Section& section, std::string_view value) { read_mode(section, value); };
constexpr auto take_from
    = [](Section& section, std::string_view value) { section.from = plain_name(value); };
constexpr auto take_target
    = [](Section& section, std::string_view value) { section.target = plain_name(value); };
constexpr auto pass_over = [](Section& /*section*/, std::string_view /*value*/) {};

constexpr std::array extended_headers {
    ExtendedHeader {"old mode ", check_mode},
    ExtendedHeader {"new mode ", take_mode},
    ExtendedHeader {"new file mode ",
        [](Section& section, std::string_view value) {
            section.is_new = true;
            take_mode(section, value);
        }},
    ExtendedHeader {"deleted file mode ",
        [](Section& section, std::string_view value) {
            section.is_deleted = true;
            check_mode(section, value);
        }},
    ExtendedHeader {"rename from ", take_from},
    ExtendedHeader {"rename old ", take_from},
    ExtendedHeader {"rename to ", take_target},
    ExtendedHeader {"rename new ", take_target},
    ExtendedHeader {"copy from ",
        [](Section& section, std::string_view value) {
            section.is_copy = true;
            take_from(section, value);
        }},
    ExtendedHeader {"copy to ", take_target},
    ExtendedHeader {"index ", read_index},
    ExtendedHeader {"similarity index ", pass_over},
    ExtendedHeader {"dissimilarity index ", pass_over},
};

}

// Parses an extended header line of a git diff. Returns false for any other line. Throws
// UNSUPPORTED for a mode that is not that of a regular file.
static bool read_extended_header(Section& section, std::string_view line)
{
    const auto* const header = std::find_if(extended_headers.begin(), extended_headers.end(),
        [&](const ExtendedHeader& known) { return line.starts_with(known.keyword); });
    if (header == extended_headers.end())
        return false;
    header->read(section, line.substr(header->keyword.size()));
    return true;
}

static void check_rename(const Section& section)
{
    if (section.from.empty() || section.target.empty())
        throw_bad_patch(section.patch_line - 1, "begins a rename or copy without both its names",
            "write 'rename from OLD' and 'rename to NEW'");
    if (section.from == section.target)
        throw_bad_patch(section.patch_line - 1,
            "begins a rename or copy of a file to its own name " + text::in_quotes(section.from));
    if (section.is_new || section.is_deleted)
        throw_bad_patch(section.patch_line - 1,
            "begins a rename or copy that also creates or deletes the file");
}

static std::pair<std::string, std::string> header_names(const Section& section)
{
    if (section.has_file_header)
        return {section.old_file.value_or(""), section.new_file.value_or("")};
    if (section.git_names)
        return *section.git_names;
    throw_bad_patch(section.patch_line - 1, "begins a section whose file names can't be told apart",
        "add the lines '--- a/NAME' and '+++ b/NAME'");
}

static Action action_of(const Section& section)
{
    const bool is_created = section.is_new || (section.has_file_header && !section.old_file);
    const bool is_removed = section.is_deleted || (section.has_file_header && !section.new_file);
    if (is_created && is_removed)
        throw_bad_patch(
            section.patch_line - 1, "begins a section that both creates and deletes its file");
    if (is_created)
        return Action::create;
    return is_removed ? Action::remove : Action::modify;
}

// If the other name is /dev/null, git's own line still shows the prefixes.
static std::vector<std::string> names_of(const Section& section)
{
    const auto [old_name, new_name] = header_names(section);
    if (section.git_names && (old_name.empty() || new_name.empty()))
        return likely_names(section.git_names->first, section.git_names->second);
    return likely_names(old_name, new_name);
}

// Returns the change that the section requests. Throws BAD_PATCH if its headers contradict each
// other or state nothing.
static FileChange file_change(Section&& section)
{
    FileChange change {section.patch_line, Action::modify, {}, {}, section.executable, {}};
    if (!section.from.empty() || !section.target.empty()) {
        check_rename(section);
        change.action = section.is_copy ? Action::copy : Action::rename;
        change.from = section.from;
        change.names = {section.target};
    } else {
        change.action = action_of(section);
        change.names = names_of(section);
        const auto [old_name, new_name] = header_names(section);
        if (change.action == Action::modify && is_unsaid_rename(old_name, new_name))
            throw_bad_patch(section.patch_line - 1,
                "begins a section that names two files, " + text::in_quotes(old_name) + " and "
                    + text::in_quotes(new_name),
                "to rename, add the lines 'rename from OLD' and 'rename to NEW'; else name the "
                "same file in both");
    }
    if (change.names.empty())
        throw_bad_patch(section.patch_line - 1, "begins a section without a file name");
    if (change.action == Action::modify && section.hunks.empty() && !section.executable)
        throw_bad_patch(section.patch_line - 1, "begins a section that asks for no change",
            "add a hunk: a line '@@ -1,3 +1,4 @@' and the lines that it changes");
    change.hunks = std::move(section.hunks);
    change.old_blob = section.old_blob;
    change.new_blob = section.new_blob;
    return change;
}

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

    // Returns true if a line "@@" starts a hunk. In prose before any header, it is a hunk whose
    // header is missing.
    bool is_hunk_due() const
    {
        if (section && (section->has_file_header || section->git_names || !section->target.empty()))
            return true;
        throw_bad_patch(at, "begins a hunk, and no file is named before it",
            "write '--- a/NAME' and '+++ b/NAME' before the first '@@'");
    }

    // Reads a hunk. Throws if a header line before it could not be read: it may name another file,
    // or say that this one is deleted.
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
    // a line that resembles one of a file header, after the last header
    std::optional<std::size_t> odd_header;
    Patch patch;
};

}

Patch parse_unified_diff(std::string_view text) { return UnifiedParser(text).parse(); }

}
