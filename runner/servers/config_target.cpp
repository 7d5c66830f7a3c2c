#include "runner/servers/config_target.hpp"

#include "runner/servers/choose_servers.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace runner::servers {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t max_target = 1 << 20;
constexpr mode_t permission_bits = 0777;
constexpr mode_t new_mode = 0644; // of ./.mcp.json, which others may read

std::optional<std::string> text_of_target(const std::string& path)
{
    struct stat status { };
    if (lstat(path.c_str(), &status) != 0)
        return {};
    return system::read_found_file(path, "the configuration", max_target);
}

// Returns the file that the configuration is, or to which it is a link.
fs::path real_file(const std::string& path)
{
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    return error ? fs::path(path) : real;
}

}

ConfigTarget::ConfigTarget(std::string path, std::optional<std::string> text, bool is_of_user)
    : file(std::move(path))
    , text(std::move(text))
    , is_of_user(is_of_user)
{
    if (!this->text)
        return;
    try {
        content = json::parse_bounded(*this->text, json::RepeatedNames::refused);
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request, text::in_quotes(file) + ": " + error.message,
            "comments and commas after a last element would be lost: remove them, or edit the "
            "file by hand");
    }
    const Json& servers = json::member(content, "mcpServers");
    if (!content.is_object() || (!servers.is_null() && !servers.is_object()))
        throw ToolError(Code::bad_request,
            text::in_quotes(file) + ": it is not {\"mcpServers\": {NAME: {…}, …}}");
}

ConfigTarget ConfigTarget::of_user()
{
    const std::string directory = system::config_directory();
    if (directory.empty())
        throw ToolError(Code::bad_request,
            "there is no place for the configuration: neither XDG_CONFIG_HOME nor HOME is set");
    const std::string path = directory + "/config.json";
    return {path, text_of_target(path), true};
}

ConfigTarget ConfigTarget::of_workspace()
{
    const std::string path = workspace_file;
    struct stat status { };
    if (lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode))
        throw ToolError(Code::bad_request, text::in_quotes(path) + " is a link",
            "put a file in its place, or add the servers with --to user");
    return {path, text_of_target(path), false};
}

void ConfigTarget::check_unchanged(const std::optional<std::string>& now) const
{
    if (now != text)
        throw ToolError(Code::conflict, text::in_quotes(file) + " has changed meanwhile",
            "nothing was written; try again");
}

void ConfigTarget::write(const Json& document) const
{
    constexpr int indent = 2;
    const std::string whole = document.dump(indent) + "\n";
    if (whole.size() > max_target)
        throw ToolError(Code::too_large,
            text::in_quotes(file) + " would have more than " + std::to_string(max_target)
                + " bytes");
    if (is_of_user)
        write_of_user(whole);
    else
        write_of_workspace(whole);
}

void ConfigTarget::write_of_user(const std::string& whole) const
{
    const fs::path real = real_file(file);
    const auto directory = system::PrivateDirectory::make(real.parent_path().string());
    const File lock = directory.lock();
    check_unchanged(directory.read(real.filename().string(), max_target));
    directory.write(real.filename().string(), whole);
}

void ConfigTarget::write_of_workspace(const std::string& whole) const
{
    const std::string new_name = file + ".new";
    const auto failed
        = [&] { return system::system_error("cannot write " + text::in_quotes(file)); };
    unlink(new_name.c_str()); // left by an import that was killed
    const File written(
        open(new_name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, new_mode));
    if (!written)
        throw failed();
    try {
        check_unchanged(text_of_target(file));
        struct stat status { };
        if (lstat(file.c_str(), &status) == 0
            && fchmod(written.descriptor(), status.st_mode & permission_bits) != 0)
            throw failed();
        system::write_whole(written, file, whole);
        if (fsync(written.descriptor()) != 0 || rename(new_name.c_str(), file.c_str()) != 0)
            throw failed();
    } catch (const ToolError&) {
        unlink(new_name.c_str());
        throw;
    }
}

}
