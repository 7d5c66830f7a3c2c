#include "toolkit/reading/read.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_read_lines {

using namespace toolkit;
using namespace toolkit::tool;
using reading::Request;

static AnswerText read_lines(const Request& sent, const Workspace& workspace)
{
    Request request = sent;
    request.max_bytes = sent.max_page_bytes;
    return reading::read(request, workspace, reading::Unit::lines);
}

static std::vector<Parameter<Request>> parameters()
{
    std::vector<Parameter<Request>> rows {
        reading::path_row(),
        reading::start_line_row("Negative: from the end"),
        reading::end_line_row("Inclusive; default startLine+1999"),
        optional("maxBytes", &Request::max_page_bytes, "", between(1, 1024 * 1024)),
        reading::line_numbers_row(),
        optional("encoding", &Request::encoding, "latin1: text of 8 bits that is not UTF-8"),
        optional("offsetBytes", &Request::offset_bytes, "", at_least(0)).unlisted(),
    };
    for (auto& row : reading::unlisted_rows())
        rows.push_back(std::move(row));
    return rows;
}

static const Tool<Request> tool {
    .name = "fs_read_lines",
    .summary = "Read text lines, or an image; continue at nextLine. If a line is cut, use "
        "fs_read_file at nextOffset.",
    .parameters = parameters(),
    .flags = {
        flag("max-scan-bytes", &Request::max_scan_bytes, "Maximum size to scan for a line",
            at_least(1)),
    },
    .sandbox = {.workspace = sandbox::Access::read},
    .tracks_files = true,
    .limits_answers = true,
    .display = {"read", "read", {"{path}"}, {"lines {startLine}-{endLine} of {totalLines}"}},
    .example = {R"(echo '{"path":"src/main.c","startLine":2,"endLine":3,"lineNumbers":true}' | fs_read_lines)",
        R"({"content":"2\t{\n3\t    return 1;\n","startLine":2,"endLine":3,"eof":false,"totalLines":4,"nextLine":4,"truncated":false})"},
    .run = read_lines,
    .rewrite = reading::translate,
};

}

int main(int argc, char** argv) { return fs_read_lines::tool.main(argc, argv); }
