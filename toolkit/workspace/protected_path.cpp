#include "toolkit/workspace/protected_path.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/lower_case.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/unseen.hpp"
#include "toolkit/workspace/git_directories.hpp"
#include "toolkit/workspace/path.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace toolkit::workspace {

namespace {

struct Folding {
    char32_t letter;
    std::string_view ascii;
};

// All letters that fold to ASCII ones (Unicode's CaseFolding.txt, C and F, after its canonical
// decomposition).
constexpr Folding foldings[] {{0xDF, "ss"}, {0x17F, "s"}, {0x37E, ";"}, {0x1E9E, "ss"},
    {0x1FEF, "`"}, {0x212A, "k"}, {0xFB00, "ff"}, {0xFB01, "fi"}, {0xFB02, "fl"}, {0xFB03, "ffi"},
    {0xFB04, "ffl"}, {0xFB05, "st"}, {0xFB06, "st"}};

// The bytes of the character at the beginning; one where it is none.
std::size_t length_of_character(std::string_view bytes)
{
    for (std::size_t length = 1; length <= std::min<std::size_t>(4, bytes.size()); ++length)
        if (text::is_utf8(bytes.substr(0, length)))
            return length;
    return 1;
}

char32_t code_point(std::string_view character)
{
    const auto lead = static_cast<unsigned char>(character[0]);
    constexpr std::array<unsigned, 5> bits_of_lead {0, 0x7F, 0x1F, 0x0F, 0x07};
    char32_t value = lead & bits_of_lead.at(character.size());
    for (const char byte : character.substr(1))
        value = value << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
    return value;
}

void append_folded(std::string& result, std::string_view character)
{
    const char32_t point = code_point(character);
    if (character.size() == 1) {
        result += text::in_lower_case(character[0]);
    } else if (
        !text::is_unseen(
            point)) { // file systems that fold cases leave it out, and git does (core.protectHFS)
        const auto* const found = std::find_if(std::begin(foldings), std::end(foldings),
            [&](const Folding& folding) { return folding.letter == point; });
        result += found == std::end(foldings) ? character : found->ascii;
    }
}

}

std::string folded_name(std::string_view name)
{
    std::string result;
    while (!name.empty()) {
        const std::size_t length = length_of_character(name);
        append_folded(result, name.substr(0, length));
        name.remove_prefix(length);
    }
    result.resize(result.find_last_not_of(". ") + 1);
    return result;
}

namespace {

bool is_ascii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(),
        [](char byte) { return (static_cast<unsigned char>(byte) & 0x80U) == 0; });
}

}

bool is_protected_name(std::string_view name)
{
    // Nearly all names end here.
    if (name.empty()
        || (name[0] != '.' && name[0] != 'g' && name[0] != 'G' && name[0] != 'a' && name[0] != 'A'
            && (static_cast<unsigned char>(name[0]) & 0x80U) == 0))
        return false;
    constexpr std::array<std::string_view, 4> names {".git", "git~1", ".agentcli", "agentc~1"};
    return std::find(names.begin(), names.end(), folded_name(name)) != names.end();
}

// Where the path leads, if it is in the workspace; the links on the way are protected too.
static std::optional<std::string> resolve_protected(
    const Workspace& workspace, const std::string& path, std::vector<std::string>& followed)
{
    try {
        return resolve_by_walking(workspace, path, LastLink::followed, &followed);
    } catch (const ToolError&) { // outside, for one
        return std::nullopt;
    }
}

// Adds the directory, and what links in it lead to in place of what git obeys; of the root itself
// only what git obeys.
static void add_git_directory(
    const Workspace& workspace, const std::string& directory, std::vector<std::string>& found)
{
    if (directory != "." && directory != ".git")
        found.push_back(directory);
    std::vector<std::string> parts {text::join_resolved(directory, "worktrees")};
    for (const auto& part : git_parts)
        parts.push_back(text::join_resolved(directory, part.name));
    if (directory == ".")
        found.insert(found.end(), parts.begin(), parts.end());
    for (const auto& part : parts) {
        std::array<char, 1> byte {};
        if (readlinkat(workspace.root().descriptor(), part.c_str(), byte.data(), byte.size()) > 0)
            if (const auto target = resolve_protected(workspace, part, found);
                target && *target != ".")
                found.push_back(*target);
    }
}

std::vector<std::string> find_repository(const Workspace& workspace)
{
    std::vector<std::string> found;
    if (const auto ours = resolve_protected(workspace, ".agentcli", found);
        ours && *ours != ".agentcli" && *ours != ".")
        found.push_back(*ours);
    for (const auto& directory : find_git_directories(workspace, ".", found))
        add_git_directory(workspace, directory, found);
    return found;
}

bool may_be_one_name(std::string_view one, std::string_view other)
{
    const std::string left = folded_name(one);
    const std::string right = folded_name(other);
    return left == right || (!is_ascii(left) && !is_ascii(right));
}

}
