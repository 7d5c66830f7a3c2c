#include "frontends/workflow/parameter_files.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/outputs.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

namespace frontends::workflow {

std::string ParameterFiles::add(const std::string& content)
{
    if (!directory) {
        const File root(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!root)
            throw system::system_error("cannot open the workspace");
        directory = system::open_outputs(root);
    }
    const std::string name = system::name_for_output("param");
    constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    File file(openat(directory.descriptor(), name.c_str(), flags, S_IRUSR | S_IWUSR));
    if (!file)
        throw system::system_error("cannot make a file for a parameter");
    flock(file.descriptor(), LOCK_EX | LOCK_NB);
    const int made = file.descriptor();
    files.push_back({name, std::move(file)});
    if (const int error = system::write_all(made, content, [] { return false; }); error != 0)
        throw system::system_error("cannot write the file of a parameter", error);
    return (std::filesystem::current_path() / ".agentcli/output" / name).string();
}

ParameterFiles::~ParameterFiles()
{
    for (const auto& made : files)
        unlinkat(directory.descriptor(), made.name.c_str(), 0);
}

}
