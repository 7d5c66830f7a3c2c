#include "name_files.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

namespace exec::git {

bool is_id(std::string_view text)
{
    constexpr std::size_t sha1 = 40;
    constexpr std::size_t sha256 = 64;
    return (text.size() == sha1 || text.size() == sha256)
        && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool names_object(std::string_view text)
{
    return is_id(text) && text.find_first_not_of('0') != std::string_view::npos;
}

// Returns the first line of the text, and removes it and its newline.
static std::string_view take_line(std::string_view& text)
{
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

static constexpr std::string_view trees = "worktrees/";

std::string_view path_in_tree(std::string_view path)
{
    if (!path.starts_with(trees))
        return path;
    return path.substr(std::min(path.find('/', trees.size()), path.size() - 1) + 1);
}

std::string tree_of(std::string_view path)
{
    const std::size_t size = path.size() - path_in_tree(path).size();
    return size == 0 ? "" : std::string(path.substr(trees.size(), size - trees.size() - 1));
}

bool is_log(std::string_view path) { return path_in_tree(path).starts_with("logs/"); }

// Returns true if a part of the name is too long for a file, with ".lock".
static bool has_long_part(std::string_view name)
{
    constexpr std::size_t max_part = 250;
    for (std::size_t begin = 0; begin < name.size();) {
        const std::size_t end = std::min(name.find('/', begin), name.size());
        if (end - begin > max_part)
            return true;
        begin = end + 1;
    }
    return false;
}

bool is_ref_name(std::string_view name)
{
    constexpr std::size_t max_name = 1000; // git needs room for the path of the repository
    static constexpr std::string_view special = "~^:?*[\\\x7f";
    if (!name.starts_with("refs/") || name.ends_with('/') || name.ends_with('.')
        || name.size() > max_name || has_long_part(name))
        return false;
    for (const char* directory : {"refs/heads", "refs/tags", "refs/remotes"})
        if (name == directory)
            return false;
    for (const char* part : {"//", "/.", "..", "@{", ".lock/"})
        if (name.find(part) != std::string_view::npos)
            return false;
    return !name.ends_with(".lock") && std::none_of(name.begin(), name.end(), [](char letter) {
        return static_cast<unsigned char>(letter) <= ' '
            || special.find(letter) != std::string_view::npos;
    });
}

static bool is_ref(std::string_view path)
{
    const std::string_view name = path_in_tree(path);
    return name == "HEAD" || is_ref_name(name);
}

// Returns the id in the text of a loose ref; empty if it names none itself.
static std::string_view id_in(std::string_view text)
{
    const std::string_view word = text.substr(0, text.find_first_of(" \t\n\r"));
    return names_object(word) ? word : std::string_view();
}

// Returns the name to which a symbolic ref refers; empty if git cannot read it.
static std::string_view target_in(std::string_view text)
{
    constexpr std::string_view word = "ref:";
    constexpr const char* spaces = " \t\n\r";
    constexpr std::size_t max_head = 255; // what git reads to find out whether it is a repository
    if (!text.starts_with(word) || text.size() > max_head)
        return {};
    text.remove_prefix(std::min(text.find_first_not_of(spaces, word.size()), text.size()));
    text = text.substr(0, text.find_last_not_of(spaces) + 1);
    return is_ref_name(text) ? text : std::string_view();
}

namespace {

// A line of packed-refs: ID NAME
struct PackedRef {
    std::string_view id;
    std::string_view name;

    explicit PackedRef(std::string_view line)
        : id(line.substr(0, line.find(' ')))
        , name(line.substr(std::min(id.size() + 1, line.size())))
    {
    }
};

}

Refs refs_in(const Texts& texts)
{
    Refs refs;
    for (const auto& [path, text] : texts)
        if (is_ref(path) && !id_in(text).empty())
            refs[path] = id_in(text);
    const auto packed = texts.find("packed-refs");
    std::string_view rest = packed == texts.end() ? std::string_view() : packed->second;
    while (!rest.empty()) {
        const PackedRef ref(take_line(rest));
        if (names_object(ref.id) && is_ref_name(ref.name) && !texts.contains(std::string(ref.name)))
            refs.emplace(ref.name, ref.id);
    }
    return refs;
}

bool resolves(const Texts& texts, const Refs& refs, const std::string& path)
{
    constexpr int max_depth = 5; // as in git
    std::string name = path;
    for (int depth = 0; depth < max_depth; ++depth) {
        if (refs.contains(name))
            return true;
        const auto loose = texts.find(name);
        if (loose == texts.end())
            return depth > 0;
        name = target_in(loose->second);
        if (name.empty())
            return false;
    }
    return false;
}

// Returns nullopt for a line that git would not read.
static std::optional<LogLine> log_line(std::string_view line)
{
    line = line.substr(0, line.find('\0'));
    const std::size_t first = std::min(line.find(' '), line.size());
    const std::size_t second = std::min(line.find(' ', first + 1), line.size());
    if (second == line.size())
        return std::nullopt;
    LogLine read {std::string(line.substr(0, first)),
        std::string(line.substr(first + 1, second - first - 1)),
        std::string(line.substr(second + 1))};
    if (!is_id(read.was) || !is_id(read.now) || read.was.size() != read.now.size()
        || read.time() <= 0)
        return std::nullopt;
    return read;
}

static bool begins_with_zone(std::string_view text)
{
    constexpr std::size_t size = 6; // " +0000"
    return text.size() >= size && text[0] == ' ' && (text[1] == '+' || text[1] == '-')
        && std::all_of(text.begin() + 2, text.begin() + size,
            [](char letter) { return letter >= '0' && letter <= '9'; });
}

std::int64_t LogLine::time() const
{
    const std::size_t end_of_mail = rest.find('>');
    std::int64_t seconds = 0;
    if (end_of_mail == std::string::npos || rest.compare(end_of_mail + 1, 1, " ") != 0)
        return 0;
    const std::string_view digits = std::string_view(rest).substr(end_of_mail + 2);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
    const auto count = static_cast<std::size_t>(parsed.ptr - digits.data());
    return parsed.ec == std::errc() && begins_with_zone(digits.substr(count)) ? seconds : 0;
}

std::vector<LogLine> lines_of_log(std::string_view text)
{
    std::vector<LogLine> lines;
    text = text.substr(0, text.rfind('\n') + 1); // git reads no line that has not ended
    while (!text.empty())
        if (auto line = log_line(take_line(text)))
            lines.push_back(std::move(*line));
    return lines;
}

static bool is_sound_log(std::string_view text, std::string_view old_text)
{
    if (text.empty() || text.back() != '\n')
        return text.empty();
    return (!old_text.empty() && text.starts_with(old_text))
        || lines_of_log(text).size()
        == static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// git searches a file that says that it is sorted by halves. Some programs write no header.
static bool is_sound_packed(std::string_view text, const Expected& expected)
{
    if (text.empty() || text.back() != '\n'
        || (text.front() == '#' && !text.starts_with("# pack-refs with:")))
        return false;
    const bool is_sorted
        = text.front() == '#' && take_line(text).find(" sorted") != std::string_view::npos;
    std::string_view last;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        if (line.starts_with('^')) {
            if (!is_id(line.substr(1)) || last.empty())
                return false;
            continue;
        }
        const PackedRef ref(line);
        if (!names_object(ref.id) || !is_ref_name(ref.name) || (is_sorted && ref.name <= last)
            || !expected.has_object(std::string(ref.id)))
            return false;
        last = ref.name;
    }
    return true;
}

static bool is_sound_index(std::string_view text)
{
    constexpr std::size_t least = 12 + 20; // the header and a SHA-1
    return text.size() >= least && text.starts_with(std::string_view("DIRC\0\0\0", 7));
}

bool is_sound(std::string_view path, std::string_view text, const Expected& expected)
{
    const std::string_view name = path_in_tree(path);
    if (name == "index")
        return is_sound_index(text);
    if (is_log(path))
        return is_sound_log(text, expected.old_text);
    if (name == "packed-refs")
        return is_sound_packed(text, expected);
    if (name == "locked")
        return true;
    if (name == "shallow" || name == "gitdir" || name == "commondir")
        return text != unreadable_text && !text.empty();
    const std::string id(id_in(text));
    if (!is_ref(path))
        return false;
    return id.empty() ? !target_in(text).empty() : expected.has_object(id);
}

}
