#include "parameters.hpp"
#include "write.hpp"

#include "toolkit/tool/answer_fields.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_write_file {

using namespace toolkit;
using namespace toolkit::tool;

static Answer write_file(const Request& request, const Workspace& workspace)
{
    const Written written = write_file(workspace, request.path,
        {request.content, request.is_bytes, request.encoding}, options_of(request));
    Answer answer {{"bytesWritten", written.size}, {"created", written.created},
        {"sha256", written.file.sha256}};
    if (written.diff)
        put_diff(answer, *written.diff);
    put_changed_file(answer, written.file);
    return answer;
}

static void take_flags(Request& request, const Workspace& /*workspace*/)
{
    request.make_parents = request.always_makes_parents;
}

static const Tool<Request> tool {
    .name = "fs_write_file",
    .summary = "Create a file or replace its whole content atomically.",
    .parameters = parameters(),
    .flags = {
        flag("max-file-bytes", &Request::max_file_bytes,
            "Maximum size of a file to compare with expectedSha256", at_least(1)),
        flag("make-parents", &Request::always_makes_parents,
            "Create missing parent directories unless makeParents is false"),
        flag("refuse-placeholders", &Request::refuses_placeholders,
            "Refuse '... rest of the code ...' in place of lines that the file has"),
    },
    .sandbox = {.workspace = sandbox::Access::write},
    .repeatable = true,
    .tracks_files = true,
    .answer = {{"bytesWritten", "integer"}, {"created", "boolean"}, {"sha256", "string"}},
    .display = {"edit", "write", {"{path}"}, {"{created:new/replaced}"}},
    .example = {R"(echo '{"path":"src/main.c","content":"int main(void)\n{\n    return 1;\n}\n","makeParents":true}' | fs_write_file)",
        R"({"bytesWritten":33,"created":true,"sha256":"680db472…"})"},
    .prepare = take_flags,
    .run = write_file,
    .rewrite = translate_written_encoding,
};

}

int main(int argc, char** argv) { return fs_write_file::tool.main(argc, argv); }
