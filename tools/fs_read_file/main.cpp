#include "section.hpp"

#include "toolkit/text/text.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_read_file {

using namespace toolkit;
using namespace toolkit::tool;

enum class Encoding { base64, text };
static constexpr auto choices(Encoding)
{
    return std::array {Choice {Encoding::base64, "base64"}, Choice {Encoding::text, "text"}};
}

struct Request {
    std::string path;
    std::int64_t offset_bytes = 0;
    std::int64_t max_bytes = 1024 * 1024;
    Encoding encoding = Encoding::base64;
};

static Answer read_file(const Request& request, const Workspace& workspace)
{
    const File file = workspace.open_to_read(request.path);
    Section section = read_section(file, request.path, request.offset_bytes, request.max_bytes);
    Answer answer;
    if (request.encoding == Encoding::text && cut_to_text(section))
        answer["content"] = std::move(section.bytes);
    else
        answer["contentBase64"] = text::base64_encode(section.bytes);
    answer["sizeBytes"] = section.file_size;
    answer["eof"] = section.is_last;
    if (!section.is_last)
        answer["nextOffset"] = section.next_offset;
    if (!section.sha256.empty())
        answer["sha256"] = std::move(section.sha256);
    return answer;
}

static const Tool<Request> tool {
    .name = "fs_read_file",
    .summary = "Read bytes of a file. If eof is false, continue with offsetBytes = nextOffset.",
    .parameters = {
        required_path(&Request::path, "Relative to the workspace"),
        optional("offsetBytes", &Request::offset_bytes, "", at_least(0)),
        optional("maxBytes", &Request::max_bytes, "", between(1, 1024 * 1024)).limited_by("max-bytes"),
        optional("encoding", &Request::encoding, "text: return text if the bytes are UTF-8, else base64"),
    },
    .sandbox = {.workspace = sandbox::Access::read},
    .run = read_file,
};

}

int main(int argc, char** argv) { return fs_read_file::tool.main(argc, argv); }
