#include "fuzz.hpp"

#include "toolkit/change/journal.hpp"
#include "toolkit/change/recovery.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

using namespace toolkit::change;
using namespace toolkit::system;
using namespace toolkit::workspace;

namespace fs = std::filesystem;

namespace {

// What the journals of the inputs can name. What an attacker would have to guess is told to him: an
// identity whose inode is the number of one of these stands for that of the file.
constexpr std::array paths {"conf", "conf/tools.json", ".git", ".git/config", "a", "a/file",
    "a/.agentcli-tmp-1", ".agentcli-tmp-1", ".agentcli-tmp-2", ".agentcli-tmp-2/.git", "link",
    ".agentcli-tmp-3"};
constexpr std::array kept {"root/conf/tools.json", "root/.git/config",
    "root/.agentcli-tmp-2/.git/config", "outside/secret"};
const char* const journal = "root/.agentcli/journal/.agentcli-tmp-0";

class Scratch {
public:
    Scratch()
    {
        std::string name = fs::temp_directory_path() / "recovery.XXXXXX";
        directory = mkdtemp(name.data());
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { fs::remove_all(directory); }

    fs::path operator/(const char* path) const { return directory / path; }

    void fill() const
    {
        for (const auto& entry : fs::directory_iterator(directory))
            fs::remove_all(entry);
        for (const char* path : kept)
            write(path, path);
        for (const char* path :
            {"root/a/file", "root/a/.agentcli-tmp-1", "root/.agentcli-tmp-1/inner/file"})
            write(path, path);
        fs::create_symlink("../outside", directory / "root/link");
        fs::create_symlink("../outside", directory / "root/.agentcli-tmp-3");
    }

    void write(const char* path, const std::string& text) const
    {
        fs::create_directories((directory / path).parent_path());
        std::ofstream(directory / path, std::ios::binary) << text;
    }

    bool has(const char* path) const
    {
        std::ifstream file(directory / path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {}) == path;
    }

private:
    fs::path directory;
};

void tell(const Scratch& scratch, std::optional<Identity>& identity)
{
    struct stat status { };
    if (identity && identity->inode < paths.size()
        && lstat((scratch / ("root/" + std::string(paths.at(identity->inode))).c_str()).c_str(),
               &status)
            == 0)
        identity = identity_of(status);
}

std::string text_of(const Scratch& scratch, std::string_view input)
{
    auto plan = parse_journal(input);
    if (!plan)
        return std::string(input);
    for (auto& change : plan->changes) {
        tell(scratch, change.old);
        tell(scratch, change.future);
    }
    return plan_text(*plan) + (plan->is_prepared ? prepared_text(*plan) : "")
        + (plan->is_done ? done_text() : "");
}

}

// Whatever a journal asks for: what is protected, what contains it, and what lies outside stays,
// and the journal is dealt with.
void fuzz(std::string_view input)
{
    static const Scratch scratch;
    scratch.fill();
    scratch.write(journal, text_of(scratch, input));
    fs::permissions(scratch / journal, fs::perms::owner_read | fs::perms::owner_write);
    const Workspace workspace({.root = scratch / "root", .protect = {"conf/tools.json"}});
    must(is_interrupted(workspace));
    recover_interrupted(workspace);
    for (const char* path : kept)
        must(scratch.has(path));
    must(!fs::exists(scratch / journal) && fs::is_directory(scratch / "root/.agentcli"));
}
