#include "make.hpp"

#include "toolkit/mode.hpp"
#include "toolkit/tool.hpp"

struct Request {
    std::string path;
    std::string mode_octal = "0755";
};

static Answer make(const Request& request, const Workspace& workspace)
{
    const Made made = make_directory(workspace, request.path, parse_mode(request.mode_octal, "modeOctal"));
    return {{"created", made == Made::something}};
}

static const Tool<Request> tool {
    .name = "fs_mkdirp",
    .summary = "Make a directory, and those around it that are missing. One that is there is left as it is.",
    .parameters = {
        required_path(&Request::path, "Directory, relative to the workspace"),
        optional("modeOctal", &Request::mode_octal, "Mode of the directory, where it is made"),
    },
    .sandbox = {.workspace = Access::write},
    .run = make,
};

int main(int argc, char** argv) { return tool.main(argc, argv); }
