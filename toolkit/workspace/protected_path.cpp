#include "toolkit/workspace/protected_path.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/opening.hpp"
#include "toolkit/text/lower_case.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/path.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace {

constexpr std::uint64_t without_links = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;

struct Range {
    char32_t first, last;
};

// What is not seen (Unicode's Default_Ignorable_Code_Point): file systems that fold cases leave it out, and git knows names with some of it
// for what they are (core.protectHFS).
constexpr Range unseen[] {{0xAD, 0xAD}, {0x34F, 0x34F}, {0x61C, 0x61C}, {0x115F, 0x1160}, {0x17B4, 0x17B5},
    {0x180B, 0x180F}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},
    {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFF8}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

struct Folding {
    char32_t letter;
    std::string_view ascii;
};

// All letters that fold to ASCII ones (Unicode's CaseFolding.txt, C and F, behind its canonical decomposition).
constexpr Folding foldings[] {{0xDF, "ss"}, {0x17F, "s"}, {0x37E, ";"}, {0x1E9E, "ss"}, {0x1FEF, "`"},
    {0x212A, "k"}, {0xFB00, "ff"}, {0xFB01, "fi"}, {0xFB02, "fl"}, {0xFB03, "ffi"}, {0xFB04, "ffl"},
    {0xFB05, "st"}, {0xFB06, "st"}};

// The bytes of the character at the beginning; one where it is none.
std::size_t length_of_character(std::string_view bytes)
{
    for (std::size_t length = 1; length <= std::min<std::size_t>(4, bytes.size()); ++length)
        if (is_utf8(bytes.substr(0, length)))
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
    const auto is_unseen = [&](const Range& range) { return point >= range.first && point <= range.last; };
    if (character.size() == 1) {
        result += in_lower_case(character[0]);
    } else if (std::none_of(std::begin(unseen), std::end(unseen), is_unseen)) {
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
    return std::all_of(
        text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0x80U) == 0; });
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

namespace {

class Repository {
public:
    explicit Repository(const Workspace& workspace)
        : workspace(workspace)
    {
    }

    std::vector<std::string> find()
    {
        constexpr std::string_view word = "gitdir: ";
        if (const auto ours = resolve(".agentcli"); ours && *ours != ".agentcli" && *ours != ".")
            found.push_back(*ours);
        std::optional<std::string> own = resolve(".git");
        if (own && !is_directory(*own)) {
            const std::string text = line_of(*own);
            own = text.starts_with(word) ? resolve(text.substr(word.size())) : std::nullopt;
        }
        if (!own)
            return std::move(found);
        add_directory(*own);
        if (const std::string common = line_of(join_resolved(*own, "commondir")); !common.empty())
            if (const auto shared = resolve(common.starts_with('/') ? common : join_resolved(*own, common)))
                add_directory(*shared);
        return std::move(found);
    }

private:
    // Where the path leads, if it is in the workspace; the links on the way belong to the repository.
    std::optional<std::string> resolve(const std::string& path)
    {
        try {
            return resolve_by_walking(workspace, path, LastLink::followed, &found);
        } catch (const ToolError&) { // outside, for one
            return std::nullopt;
        }
    }

    bool is_directory(const std::string& path) const
    {
        return static_cast<bool>(
            open_beneath(workspace.root(), path, O_PATH | O_DIRECTORY | O_NOFOLLOW, without_links));
    }

    std::string line_of(const std::string& path) const
    {
        constexpr std::size_t most = 4096;
        const File file = open_beneath(
            workspace.root(), path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW, without_links);
        if (!file || !S_ISREG(status_of(file, path).st_mode))
            return "";
        std::string text = read_range(file, path, 0, most);
        text.resize(text.find_last_not_of("\r\n") + 1);
        return text;
    }

    void add_directory(const std::string& path)
    {
        constexpr std::array<const char*, 9> obeyed {"config", "config.worktree", "commondir", "hooks",
            "info", "modules", "worktrees", "remotes", "branches"};
        if (path != "." && path != ".git")
            found.push_back(path);
        std::array<char, 1> byte {};
        for (const char* name : obeyed) {
            const std::string part = join_resolved(path, name);
            if (path == ".")
                found.push_back(part);
            if (readlinkat(workspace.root().descriptor(), part.c_str(), byte.data(), byte.size()) > 0)
                if (const auto target = resolve(part); target && *target != ".")
                    found.push_back(*target);
        }
    }

    const Workspace& workspace;
    std::vector<std::string> found;
};

}

std::vector<std::string> find_repository(const Workspace& workspace) { return Repository(workspace).find(); }

bool may_be_one_name(std::string_view one, std::string_view other)
{
    const std::string left = folded_name(one);
    const std::string right = folded_name(other);
    return left == right || (!is_ascii(left) && !is_ascii(right));
}
