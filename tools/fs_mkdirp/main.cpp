#include "make.hpp"

#include "toolkit/tool/answer_fields.hpp"
#include "toolkit/tool/meant_value.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_mkdirp {

using namespace toolkit;
using namespace toolkit::tool;

struct Request {
    std::string path;
    std::optional<std::string> mode_octal;
    bool dry_run = false;
    bool recursive = true; // accepted for requests to a tool that makes parents only on request
};

static Answer make(const Request& request, const Workspace& workspace)
{
    std::optional<mode_t> mode;
    if (request.mode_octal)
        mode = parse_mode(*request.mode_octal, "modeOctal");
    const Made made = request.dry_run ? show_directory(workspace, request.path)
                                      : make_directory(workspace, request.path, mode);
    Answer answer {{"created", made.something}};
    put_runs_later(answer, made.runs_later);
    return answer;
}

static const Tool<Request> tool {
    .name = "fs_mkdirp",
    .summary = "Create a directory and its missing parents; succeeds if it exists.",
    .parameters = {
        required_path(&Request::path, "").alias("dir_path").alias("directory")
            .alias("dir"),
        optional("modeOctal", &Request::mode_octal, "Mode of a new directory")
            .of_format(octal_mode_format).alias("mode"),
        optional("dryRun", &Request::dry_run).unlisted(),
        optional("recursive", &Request::recursive).unlisted().alias("parents")
            .alias("createParents"),
    },
    .sandbox = {.workspace = sandbox::Access::write},
    .additive = true,
    .repeatable = true,
    .answer = {{"created", "boolean"}},
    .display = {"edit", "make directory", {"{path}"}, {"{created:/was there}"}},
    .example = {R"(echo '{"path":"old/2026"}' | fs_mkdirp)",
        R"({"created":true})"},
    .run = make,
};

}

int main(int argc, char** argv) { return fs_mkdirp::tool.main(argc, argv); }
