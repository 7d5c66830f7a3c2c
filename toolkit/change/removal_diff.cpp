#include "toolkit/change/removal_diff.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"

#include <fcntl.h>
#include <linux/openat2.h>

#include <cstdint>
#include <set>

namespace toolkit::change {

namespace {

class Removal {
public:
    // Adds an entry to the diff. Returns false if the diff is full.
    bool show(const system::Place& place, const std::string& path)
    {
        const File entry = open(place, O_PATH);
        if (!entry)
            return true; // removed meanwhile, or a mount
        const mode_t mode = system::status_of(entry, path).st_mode;
        if (S_ISDIR(mode))
            return show_directory(place, path);
        if (S_ISLNK(mode))
            return show_text(path, "120000", system::target_of(entry, path));
        return show_file(place, path, mode);
    }

    text::Diff take() { return std::move(diff); }

private:
    static File open(const system::Place& place, std::uint64_t flags)
    {
        return system::open_beneath(place.directory, place.name, flags | O_NOFOLLOW,
            RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV);
    }

    bool show_directory(const system::Place& place, const std::string& path)
    {
        const File directory = open(place, O_RDONLY | O_DIRECTORY);
        if (!directory)
            return true;
        std::set<std::string> names;
        system::for_each_entry(
            directory, path, [&](std::string_view name, unsigned char) { names.emplace(name); });
        for (const std::string& name : names)
            if (!show({directory, name}, path + "/" + name))
                return false;
        return true;
    }

    bool show_file(const system::Place& place, const std::string& path, mode_t mode)
    {
        const char* const git_mode = (mode & 0100U) != 0 ? "100755" : "100644";
        if (!S_ISREG(mode))
            return put(header(path, git_mode));
        const File file = open(place, O_RDONLY | O_NONBLOCK | O_NOCTTY);
        if (!file)
            return put(header(path, git_mode));
        const std::string text = system::read_range(file, path, 0, text::max_diff_bytes + 1);
        if (text.find('\0') != std::string::npos)
            return put(header(path, git_mode) + "Binary files " + text::header_name("a/", path)
                + " and /dev/null differ\n");
        return show_text(path, git_mode, text);
    }

    bool show_text(const std::string& path, const char* git_mode, const std::string& text)
    {
        if (!put(header(path, git_mode)) || text.empty())
            return !diff.is_cut;
        const text::Diff removed = text::unified_diff(text, {{{0, text.size()}, ""}},
            {path, std::nullopt}, text::max_diff_bytes - diff.text.size());
        diff.text += removed.text;
        diff.is_cut = removed.is_cut;
        return !diff.is_cut;
    }

    static std::string header(const std::string& path, const char* git_mode)
    {
        return "diff --git " + text::header_name("a/", path) + " " + text::header_name("b/", path)
            + "\ndeleted file mode " + git_mode + "\n";
    }

    bool put(const std::string& lines)
    {
        diff.is_cut = lines.size() > text::max_diff_bytes - diff.text.size();
        if (!diff.is_cut)
            diff.text += lines;
        return !diff.is_cut;
    }

    text::Diff diff {"", false};
};

}

text::Diff show_removal(const system::Place& place, const std::string& resolved)
{
    Removal removal;
    removal.show(place, resolved);
    return removal.take();
}

}
