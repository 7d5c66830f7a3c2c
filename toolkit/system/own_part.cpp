#include "toolkit/system/own_part.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/open_beneath.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

namespace toolkit::system {

// "*" applies at each level, so the content of a directory has to be included again.
static constexpr const char* ignored_by_git = "*\n"
                                              "!/.gitignore\n"
                                              "!/config.json\n"
                                              "!/prompts/\n"
                                              "!/prompts/**\n"
                                              "!/skills/\n"
                                              "!/skills/**\n"
                                              "!/workflows/\n"
                                              "!/workflows/**\n";

// Ignores a failure: the file is written again with the next directory that is made.
static void keep_from_git(const File& own)
{
    try {
        if (const File file = create_beneath(own, ".gitignore"))
            write_whole(file, ".agentcli/.gitignore", ignored_by_git);
    } catch (const ToolError&) {
        return;
    }
}

struct Made {
    File directory;
    bool is_new;
};

static Made make_or_open(const File& parent, const std::string& name, const std::string& shown)
{
    const bool is_new = mkdirat(parent.descriptor(), name.c_str(), S_IRWXU) == 0;
    if (!is_new && errno != EEXIST)
        throw system_error("cannot make " + shown);
    File directory = open_in(parent, name, O_RDONLY | O_DIRECTORY);
    if (!directory)
        throw system_error("cannot open " + shown);
    return {std::move(directory), is_new};
}

File open_own_part(const File& root, const std::string& name, const std::string& what)
{
    const std::string own_name = ".agentcli";
    const Made own = make_or_open(root, own_name, what + " " + text::in_quotes(own_name));
    Made part
        = make_or_open(own.directory, name, what + " " + text::in_quotes(own_name + "/" + name));
    if (part.is_new)
        keep_from_git(own.directory);
    return std::move(part.directory);
}

}
