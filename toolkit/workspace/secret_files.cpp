#include "toolkit/workspace/secret_files.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/workspace/own_directory.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <set>
#include <system_error>

namespace toolkit::workspace {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 11> secret_names {".env", ".npmrc", ".pypirc", ".netrc",
    "id_rsa", "id_dsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk",
    own_directory_name};
constexpr std::array<std::string_view, 4> examples {
    ".env.example", ".env.sample", ".env.template", ".env.dist"};
constexpr std::array<std::string_view, 5> skipped_directories {
    ".git", "node_modules", "site-packages", ".venv", "venv"};

// Returns what to hide for an entry, or an empty path.
fs::path secret_at(const fs::directory_entry& entry, const std::string& root)
{
    std::error_code error;
    const std::string name = entry.path().filename().string();
    if (!is_secret_name(name))
        return {};
    if (name == own_directory_name)
        return entry.path().parent_path() == root && entry.is_directory(error)
                && !entry.is_symlink(error)
            ? entry.path()
            : fs::path();
    if (!entry.is_regular_file(error))
        return {};
    if (!entry.is_symlink(error))
        return entry.path();
    fs::path target = fs::canonical(entry.path(), error);
    return !error && text::strip_root(target.string(), root) ? target : fs::path();
}

}

bool is_secret_name(std::string_view name)
{
    const std::string lower = text::in_lower_case(std::string(name));
    return text::contains(secret_names, lower) || lower.ends_with(".pem") || lower.ends_with(".key")
        || (lower.starts_with(".env.") && !text::contains(examples, lower));
}

namespace {

class Search {
public:
    explicit Search(const std::string& root)
        : root(root)
        , directories {root}
    {
    }

    std::set<std::string> run()
    {
        while (!directories.empty()) {
            const fs::path directory = std::move(directories.back());
            directories.pop_back();
            std::error_code error; // the directory may be gone by now, or not readable
            for (fs::directory_iterator entries(directory, error);
                 !error && entries != fs::end(entries); entries.increment(error))
                look_at(*entries);
        }
        return std::move(found);
    }

private:
    void look_at(const fs::directory_entry& entry)
    {
        constexpr std::size_t max_entries = 500'000;
        constexpr std::size_t max_files = 1'000;
        if (++count > max_entries)
            throw too_large("the workspace has more than 500,000 entries: files with secrets can't "
                            "be looked for");
        if (const fs::path secret = secret_at(entry, root); !secret.empty())
            found.insert(secret.string());
        if (found.size() > max_files)
            throw too_large("more than 1,000 files of the workspace look like secrets");
        std::error_code error;
        const std::string name = entry.path().filename().string();
        if (!entry.is_symlink(error) && entry.is_directory(error) && name != own_directory_name
            && !text::contains(skipped_directories, name))
            directories.push_back(entry.path());
    }

    static ToolError too_large(const char* what)
    {
        return {Code::too_large, what,
            "hide the workspace from the program: \"workspace\": \"hidden\" in the sandbox of an "
            "MCP server"};
    }

    const std::string& root;
    std::vector<fs::path> directories; // still to be looked into
    std::set<std::string> found;
    std::size_t count = 0;
};

}

std::vector<std::string> find_secret_files(const std::string& root)
{
    const std::set<std::string> found = Search(root).run();
    return {found.begin(), found.end()};
}

}
