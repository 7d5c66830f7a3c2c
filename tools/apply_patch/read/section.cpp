#include "section.hpp"

#include "header_names.hpp"
#include "hunk_reader.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>

namespace apply_patch::read {

using namespace toolkit;

// The executable bit of a mode as git writes it.
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

// "1234567..89abcde 100644"
static void read_index(Section& section, std::string_view line)
{
    const std::size_t blank = line.find(' ');
    const std::string_view blobs = line.substr(0, blank);
    const std::size_t dots = std::min(blobs.find(".."), blobs.size());
    section.old_blob = blobs.substr(0, dots);
    section.new_blob = blobs.substr(std::min(dots + 2, blobs.size()));
    if (blank != std::string_view::npos)
        read_mode(section, line.substr(blank + 1));
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

bool read_extended_header(Section& section, std::string_view line)
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

// git's own line knows the prefixes also where the other name is /dev/null.
static std::vector<std::string> names_of(const Section& section)
{
    const auto [old_name, new_name] = header_names(section);
    if (section.git_names && (old_name.empty() || new_name.empty()))
        return likely_names(section.git_names->first, section.git_names->second);
    return likely_names(old_name, new_name);
}

FileChange file_change(Section&& section)
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
                "same file in "
                "both");
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

}
