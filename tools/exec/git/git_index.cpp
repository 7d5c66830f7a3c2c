#include "git_index.hpp"

#include <algorithm>
#include <cstdint>

namespace exec::git {

namespace {

// Every read that would go beyond the end makes it fail for good.
class Bytes {
public:
    explicit Bytes(std::string_view bytes)
        : rest(bytes)
    {
    }

    bool has_failed() const { return failed; }
    std::size_t left() const { return rest.size(); }

    std::string_view take(std::size_t count)
    {
        failed = failed || count > rest.size();
        const std::string_view taken = failed ? std::string_view() : rest.substr(0, count);
        rest.remove_prefix(taken.size());
        return taken;
    }

    std::uint32_t number(std::size_t size)
    {
        std::uint32_t value = 0;
        for (const char byte : take(size))
            value = value << 8U | static_cast<unsigned char>(byte);
        return value;
    }

    std::string_view text()
    {
        const std::size_t end = rest.find('\0');
        const std::string_view taken = take(end == std::string_view::npos ? rest.size() + 1 : end);
        take(1);
        return taken;
    }

    // As offsets in packs are written.
    std::size_t varied()
    {
        std::size_t value = 0;
        for (int count = 0; count < 5; ++count) {
            const std::uint32_t byte = number(1);
            value = value << 7U | (byte & 0x7fU);
            if ((byte & 0x80U) == 0)
                return value;
            ++value;
        }
        failed = true;
        return 0;
    }

private:
    std::string_view rest;
    bool failed = false;
};

// In version 4 each name could hold all before it; no path has more bytes.
constexpr std::size_t longest_name = 4096;

// The name of an entry, of which the first bytes are kept.
class EntryName {
public:
    void set(std::string_view name)
    {
        size = 0;
        kept.clear();
        append(name);
    }

    void cut(std::size_t count)
    {
        size -= std::min(count, size);
        kept.resize(std::min(kept.size(), size));
    }

    void append(std::string_view text)
    {
        kept += text.substr(0, longest_name - kept.size());
        size += text.size();
    }

    bool is_whole() const { return size == kept.size(); }
    const std::string& text() const { return kept; }

private:
    std::string kept;
    std::size_t size = 0;
};

constexpr std::uint32_t kind_of_mode = 0xf000;
constexpr std::uint32_t link_to_repository = 0xe000;
constexpr std::uint32_t is_extended = 0x4000;

// The name of the next entry in `name`, its mode.
std::uint32_t read_entry(
    Bytes& bytes, std::uint32_t version, std::size_t hash_size, EntryName& name)
{
    const std::size_t before = bytes.left();
    bytes.take(24);
    const std::uint32_t mode = bytes.number(4);
    bytes.take(12 + hash_size);
    if ((bytes.number(2) & is_extended) != 0)
        bytes.take(2);
    if (version == 4) {
        name.cut(bytes.varied());
        name.append(bytes.text());
        return mode;
    }
    name.set(bytes.text());
    const std::size_t used = before - bytes.left();
    bytes.take((8 - used % 8) % 8); // one NUL at least, which is read already
    return mode;
}

// An entry of a split index that takes the place of a shared one has no name of its own.
bool leads_elsewhere(std::string_view name)
{
    return name.empty() || name.starts_with('/')
        || ("/" + std::string(name) + "/").find("/../") != std::string::npos;
}

std::string hexadecimal_of(std::string_view bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char byte : bytes)
        for (const unsigned shift : {4U, 0U})
            text += digits[static_cast<unsigned char>(byte) >> shift & 0xfU];
    return text;
}

}

IndexNames names_in_index(std::string_view index, std::size_t hash_size)
{
    constexpr std::size_t most_links = 1000;
    constexpr std::size_t most_bytes = 1 << 20; // of their names
    Bytes bytes(index.substr(0, index.size() - std::min(index.size(), hash_size)));
    IndexNames names;
    const bool is_index = bytes.take(4) == "DIRC";
    const std::uint32_t version = bytes.number(4);
    if (!is_index || version < 2 || version > 4)
        return names;
    EntryName name;
    std::size_t room = most_bytes;
    for (std::uint32_t count = bytes.number(4); count > 0 && !bytes.has_failed(); --count) {
        const bool is_link
            = (read_entry(bytes, version, hash_size, name) & kind_of_mode) == link_to_repository;
        if (!is_link || bytes.has_failed() || names.is_cut || !name.is_whole())
            continue;
        names.hides_links = names.hides_links || leads_elsewhere(name.text());
        names.is_cut = names.links.size() == most_links || name.text().size() > room;
        if (names.is_cut)
            continue;
        room -= name.text().size();
        names.links.push_back(name.text());
    }
    while (!bytes.has_failed() && bytes.left() > 0) {
        const std::string_view signature = bytes.take(4);
        const std::string_view content = bytes.take(bytes.number(4));
        names.hides_links = names.hides_links || signature == "sdir";
        if (signature == "link")
            names.shared = hexadecimal_of(content.substr(0, hash_size));
    }
    return names;
}

}

// The repositories that GitWatch looks at.
#include "git_obeys.hpp"

#include "repository.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <deque>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace exec::git {

using namespace toolkit;

namespace {

constexpr std::uint64_t led_nowhere = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
constexpr std::size_t max_repositories = 256;

IndexNames names_in_file(
    const Workspace& workspace, Budget& budget, const std::string& path, std::size_t hash_size)
{
    const File file = system::open_beneath(
        workspace.root(), path, O_RDONLY | O_NONBLOCK | O_NOCTTY, led_nowhere);
    if (!file || !S_ISREG(system::status_of(file, path).st_mode))
        return {};
    const std::size_t most = budget.left(Cost::indexes);
    const std::string text = system::read_range(file, path, 0, most);
    if (!budget.take(Cost::indexes, text.size() == most ? most + 1 : text.size()))
        return {};
    return names_in_index(text, hash_size);
}

}

std::vector<std::string> GitWatch::linked_repositories(GitState& state, const Tree& tree) const
{
    constexpr std::size_t hash_size = 20;
    constexpr std::size_t longer_hash_size = 32;
    Budget& budget = state.budget();
    const std::string& directory = tree.directories.front();
    const bool is_longer
        = text_of(workspace, budget, directory + "/config").find("sha256") != std::string::npos;
    const auto names_of = [&](const std::string& name) {
        return names_in_file(
            workspace, budget, directory + "/" + name, is_longer ? longer_hash_size : hash_size);
    };
    IndexNames names = names_of("index");
    if (!names.shared.empty()) {
        IndexNames shared = names_of("sharedindex." + names.shared);
        names.is_cut = names.is_cut || shared.is_cut;
        for (std::string& link : shared.links)
            names.links.push_back(std::move(link));
    }
    if (names.is_cut)
        budget.leave_out("an index has more than 1,000 repositories");
    if (names.hides_links)
        budget.leave_out("an index has repositories that only git can name");
    std::vector<std::string> paths;
    for (const std::string& link : names.links)
        if (std::string path = beneath(tree.path, link); budget.take_path(Cost::trees, path))
            paths.push_back(std::move(path));
    return paths;
}

// Returns the tree of the workspace and those of the repositories that are entries of its index,
// recursively, 256 at most. Adds what belongs to each to `state`.
std::vector<GitWatch::Tree> GitWatch::trees_of(GitState& state) const
{
    std::set<std::string> seen;
    std::vector<Tree> found;
    std::deque<std::string> paths {"."};
    for (; !paths.empty() && found.size() < max_repositories; paths.pop_front()) {
        Tree tree {paths.front(), {}};
        if (!seen.insert(tree.path).second)
            continue;
        try {
            state.add(beneath(tree.path, ".git"));
            tree.directories = git_directories(workspace, state.budget(), tree.path);
            for (const std::string& directory : tree.directories) {
                for (const char* name :
                    {"/commondir", "/config.worktree", "/rr-cache", "/MERGE_RR"})
                    state.add(directory
                        + name); // which may be removed: known for sure, whatever the limit
                state.add_repository(directory);
            }
            if (tree.directories.empty())
                continue;
            for (std::string& link : linked_repositories(state, tree))
                paths.push_back(std::move(link));
            found.push_back(std::move(tree));
        } catch (const ToolError&) { // names that are none
            continue;
        }
    }
    if (!paths.empty())
        state.budget().leave_out("there are more than 256 repositories");
    return found;
}

}
