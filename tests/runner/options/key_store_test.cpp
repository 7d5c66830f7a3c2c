#include "catch.hpp"

#include "runner/options/key_store.hpp"
#include "toolkit/system/error.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace runner::options;
namespace fs = std::filesystem;

namespace {

// A directory of state for the lifetime of the object.
class State {
public:
    State()
    {
        std::string name = fs::temp_directory_path() / "agentcli-keys-XXXXXX";
        root = mkdtemp(name.data());
        setenv("XDG_STATE_HOME", root.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State()
    {
        unsetenv("XDG_STATE_HOME"); // NOLINT(concurrency-mt-unsafe)
        fs::remove_all(root);
    }

    fs::path only_key() const
    {
        for (const auto& entry : fs::directory_iterator(root / "agentcli/keys"))
            if (entry.path().extension() == ".json")
                return entry.path();
        return {};
    }

private:
    fs::path root;
};

}

TEST_CASE("a key is stored for the scheme, the host and the port of a URL")
{
    const State state;
    CHECK(stored_key("https://api.example.com/v1").empty());
    store_key("https://api.example.com/v1", "first");
    CHECK(stored_key("https://api.example.com:443/other") == "first");
    for (const char* other : {"http://api.example.com/v1", "https://api.example.com:8443/v1",
             "https://example.com/v1", "https://api.example.com.evil.org/v1", "no url", ""})
        CHECK(stored_key(other).empty());
    store_key("https://api.example.com/v1", "second");
    CHECK(stored_key("https://api.example.com/v1") == "second");
    store_key("https://api.example.com/v1", "");
    CHECK(stored_key("https://api.example.com/v1").empty());
}

TEST_CASE("a file of a key that others can read, or that is malformed, is an error that names it")
{
    const State state;
    store_key("https://api.example.com/v1", "first");
    const fs::path file = state.only_key();
    chmod(file.c_str(), 0644);
    CHECK_THROWS_AS(stored_key("https://api.example.com/v1"), toolkit::ToolError);
    chmod(file.c_str(), 0600);
    CHECK(stored_key("https://api.example.com/v1") == "first");
    for (const char* text : {"{}", "", "[1]", R"({"server":"https://other:443","key":"x"})"}) {
        std::ofstream(file) << text;
        CHECK_THROWS_AS(stored_key("https://api.example.com/v1"), toolkit::ToolError);
    }
}
