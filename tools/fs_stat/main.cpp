#include "description.hpp"

#include "toolkit/system/hash.hpp"
#include "toolkit/text/time_text.hpp"
#include "toolkit/tool/answer_fields.hpp"
#include "toolkit/tool/failure.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_stat {

using namespace toolkit;
using namespace toolkit::tool;

static constexpr auto choices(Hash)
{
    return std::array {Choice {Hash::none, "none"}, Choice {Hash::sha256, "sha256"}};
}

struct Request {
    std::string path;
    bool follow_symlinks = true;
    Hash hash = Hash::none;
    std::int64_t max_file_bytes = system::usual_hash_limit;
};

static Answer look(const Request& request, const Workspace& workspace)
{
    const auto last_link
        = request.follow_symlinks ? workspace::LastLink::followed : workspace::LastLink::kept;
    const auto description
        = describe(workspace, request.path, {last_link, request.hash, request.max_file_bytes});
    if (!description)
        return {{"exists", false}};
    const struct stat& status = description->status;
    Answer answer {{"exists", true}, {"type", type_name(status.st_mode)},
        {"sizeBytes", status.st_size}, {"modeOctal", mode_octal(status.st_mode)},
        {"modTime", text::rfc3339(status.st_mtim)}};
    if (!description->sha256.empty())
        answer["sha256"] = description->sha256;
    if (description->link_target)
        put_bytes(answer, "linkTarget", *description->link_target);
    return answer;
}

static const Tool<Request> tool {
    .name = "fs_stat",
    .summary = "Check whether a path exists; return its type, size, mode and mtime.",
    .parameters = {
        required_path(&Request::path, ""),
        optional("followSymlinks", &Request::follow_symlinks, "false: describe the link itself"),
        optional("hash", &Request::hash, "Regular files only"),
    },
    .flags = {
        flag("max-file-bytes", &Request::max_file_bytes, "Maximum size of a file to hash",
            at_least(1)),
    },
    .sandbox = {.workspace = sandbox::Access::read},
    .answer = {{"exists", "boolean"}, {"type", "string", false}, {"sizeBytes", "integer", false},
        {"modeOctal", "string", false}, {"modTime", "string", false}, {"sha256", "string", false},
        {"linkTarget", "string", false}},
    .display = {"read", "stat", {"{path}"}, {"{type}", "{sizeBytes:bytes}"}},
    .example = {R"(echo '{"path":"notes.txt","hash":"sha256"}' | fs_stat)",
        R"({"exists":true,"type":"file","sizeBytes":9,"modeOctal":"…","modTime":"…Z","sha256":"a2bd4d21…"})"},
    .run = look,
};

}

int main(int argc, char** argv) { return fs_stat::tool.main(argc, argv); }
