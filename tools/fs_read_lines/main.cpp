#include "page.hpp"

#include "toolkit/tool/bytes_field.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_read_lines {

using namespace toolkit;
using namespace toolkit::tool;

struct Request {
    std::string path;
    std::int64_t start_line = 1;
    std::optional<std::int64_t> end_line;
    std::int64_t max_bytes = 50 * 1024;
    bool line_numbers = false;
    std::int64_t max_scan_bytes = Lines {}.max_scan_bytes;
};

static Lines lines_for(const Request& request)
{
    constexpr std::int64_t usual_count = 2000;
    const std::int64_t end
        = std::min(request.start_line, INT64_MAX - usual_count) + usual_count - 1;
    if (request.end_line && *request.end_line < request.start_line)
        throw ToolError(Code::bad_request, "'endLine' must be at least 'startLine'",
            "both are counted from 1, and the line endLine is answered too");
    return {request.start_line, request.end_line.value_or(end),
        static_cast<std::size_t>(request.max_bytes),
        request.line_numbers ? Numbers::shown : Numbers::none, request.max_scan_bytes};
}

static Answer read_lines(const Request& request, const Workspace& workspace)
{
    const Lines lines = lines_for(request);
    const Page page = read_page(workspace.open_to_read(request.path), request.path, lines);
    Answer answer;
    put_bytes(answer, "content", page.content);
    answer["startLine"] = request.start_line;
    answer["endLine"] = page.last_line;
    answer["eof"] = page.is_last;
    if (page.next_line)
        answer["nextLine"] = *page.next_line;
    if (page.rest_at)
        answer["nextOffset"] = *page.rest_at;
    answer["truncated"] = page.hit_limit || (!request.end_line && !page.is_last);
    return answer;
}

static const Tool<Request> tool {
    .name = "fs_read_lines",
    .summary = "Read text lines; continue at nextLine. If a line is cut, use fs_read_file at nextOffset.",
    .parameters = {
        required_path(&Request::path, ""),
        optional("startLine", &Request::start_line, "", at_least(1)),
        optional("endLine", &Request::end_line, "Inclusive; default startLine+1999", at_least(1)),
        optional("maxBytes", &Request::max_bytes, "", between(1, 1024 * 1024)),
        optional("lineNumbers", &Request::line_numbers, "Number each line"),
    },
    .flags = {
        flag("max-scan-bytes", &Request::max_scan_bytes, "Maximum size to scan for a line", at_least(1)),
    },
    .sandbox = {.workspace = sandbox::Access::read},
    .run = read_lines,
};

}

int main(int argc, char** argv) { return fs_read_lines::tool.main(argc, argv); }
