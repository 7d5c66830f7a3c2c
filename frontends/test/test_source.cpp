#include "frontends/test/test_source.hpp"

#include "runner/manifest/manifest_choice.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <system_error>

namespace frontends::test {

using namespace runner;

namespace fs = std::filesystem;

static constexpr std::size_t max_recording = std::size_t {256} << 20;

// Refuses links and special files: they could lead to any file of the user.
static std::optional<std::string> read_recording(const fs::path& path)
{
    struct stat status { };
    if (lstat(path.c_str(), &status) != 0)
        return std::nullopt;
    if (!S_ISREG(status.st_mode))
        throw ToolError(Code::bad_request,
            "the recording " + text::in_quotes(path.filename().string()) + " is not a file");
    return system::read_found_file(path.string(), "the recording", max_recording);
}

TestSource read_test_source(const std::string& path)
{
    std::string text = system::read_found_file(path, "the test", workflow::max_yaml_bytes);
    const fs::path whole = manifest::absolute_path(path);
    AgentTest test = read_test(text, whole.stem().string());
    std::optional<std::string> recording = read_recording(whole.parent_path() / test.recording);
    return {std::move(test), std::move(text), std::move(recording)};
}

bool is_place_of_test(const std::string& path)
{
    const fs::path whole = fs::path(manifest::absolute_path(path)).lexically_normal();
    const fs::path directory = whole.parent_path();
    return (whole.extension() == ".yaml" || whole.extension() == ".yml")
        && directory.filename() == "agent" && directory.parent_path().filename() == "tests";
}

trust::Trusted place_of_test(const std::string& path)
{
    const fs::path whole = manifest::absolute_path(path);
    std::error_code error;
    const fs::path directory = fs::canonical(whole.parent_path(), error);
    if (error)
        throw system::system_error("cannot read " + text::in_quotes(path), error.value());
    return {"test", directory.string(), whole.filename().string(), {}};
}

trust::Trusted trusted_of(const std::string& path, const TestSource& source)
{
    trust::Trusted trusted = place_of_test(path);
    std::string hashes = system::sha256(source.text);
    if (source.recording)
        hashes += " " + system::sha256(*source.recording);
    trusted.sha256 = system::sha256(hashes);
    return trusted;
}

}
