#include "toolkit/reading/read.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_read_file {

using namespace toolkit;
using namespace toolkit::tool;
using reading::Request;

static AnswerText read_file(const Request& request, const Workspace& workspace)
{
    return reading::read(request, workspace, reading::Unit::bytes);
}

static std::vector<Parameter<Request>> parameters()
{
    std::vector<Parameter<Request>> rows {
        reading::path_row(),
        reading::start_line_row("From this line; negative: from the end"),
        reading::end_line_row(""),
        optional("offsetBytes", &Request::offset_bytes, "", at_least(0)),
        optional("maxBytes", &Request::max_bytes, "", between(1, 1024 * 1024))
            .limited_by("max-bytes"),
        optional("encoding", &Request::encoding,
            "text: base64 if it is binary; latin1: text of 8 bits that is not UTF-8"),
        reading::line_numbers_row().unlisted(),
    };
    for (auto& row : reading::unlisted_rows())
        rows.push_back(std::move(row));
    return rows;
}

static const Tool<Request> tool {
    .name = "fs_read_file",
    .summary = "Read a file, or a part of it: lines, or bytes. If eof is false, continue at "
        "nextLine or nextOffset "
               "(offsetBytes).",
    .parameters = parameters(),
    .flags = {
        flag("text", &Request::answers_text, "Answer UTF-8 as text unless encoding says otherwise"),
        flag("max-scan-bytes", &Request::max_scan_bytes, "Maximum size to scan for a line",
            at_least(1)),
    },
    .sandbox = {.workspace = sandbox::Access::read},
    .tracks_files = true,
    .limits_answers = true,
    .display = {"read", "read", {"{path}"}, {"{sizeBytes:bytes}"}},
    .example = {R"(echo '{"path":"notes.txt","maxBytes":4}' | fs_read_file --text)",
        R"({"content":"Tea\n","sizeBytes":9,"eof":false,"nextOffset":4})"},
    .run = read_file,
    .rewrite = reading::translate,
};

}

int main(int argc, char** argv) { return fs_read_file::tool.main(argc, argv); }
