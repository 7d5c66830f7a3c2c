#include "catch.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/workspace/secret_files.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace toolkit::workspace;

namespace fs = std::filesystem;

TEST_CASE("names of files that usually contain a secret are known")
{
    for (const char* name : {".env", ".env.local", ".ENV", "server.pem", "a.key", "id_rsa",
             "id_ed25519", ".npmrc", ".pypirc", ".netrc", ".agentcli"})
        CHECK(is_secret_name(name));
    for (const char* name : {".env.example", ".envrc", "env", "pem", "id_utils.py", "id_rsa.pub",
             "keys", "", "package.json"})
        CHECK(!is_secret_name(name));
}

TEST_CASE("the files with secrets of a directory are found, by links, too, and not in packages")
{
    std::string base = (fs::temp_directory_path() / "secrets-XXXXXX").string();
    REQUIRE(mkdtemp(base.data()) != nullptr);
    base = fs::canonical(base).string();
    for (const char* directory : {"a/b", "node_modules/x", ".git", ".agentcli/audit", "a/.env"})
        fs::create_directories(base + "/" + directory);
    for (const char* file : {"a/b/x.pem", "node_modules/x/y.pem", ".git/id_rsa",
             ".agentcli/audit/z.key", "a/.env/file", "settings", ".env.example"})
        std::ofstream(base + "/" + file) << "x";
    fs::create_symlink("settings", base + "/.env");
    fs::create_symlink("/etc/hostname", base + "/.npmrc");
    fs::create_directory_symlink("..", base + "/a/up");
    CHECK(find_secret_files(base)
        == std::vector<std::string> {base + "/.agentcli", base + "/a/b/x.pem", base + "/settings"});
    for (int count = 0; count <= 1'000; ++count)
        std::ofstream(base + "/" + std::to_string(count) + ".key") << "x";
    CHECK_THROWS_AS(find_secret_files(base), toolkit::ToolError);
    fs::remove_all(base);
}
