#include "request.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/answer_fields.hpp"
#include "toolkit/tool/meant_value.hpp"
#include "toolkit/tool/request_findings.hpp"

namespace fs_write_file {

using namespace toolkit;

// Throws for commands that editor tools of other agents have besides writing a file.
static void check_command(const Request& request)
{
    if (!request.append
        && (request.command == "create" || request.command == "write"
            || request.command == "overwrite"))
        return;
    if (!request.append && request.command != "append")
        throw ToolError(Code::bad_request,
            "fs_write_file has no command " + text::in_quotes(request.command),
            "leave out 'command' to write the file; fs_edit has str_replace and insert");
    tool::Answer corrected;
    tool::put_bytes(corrected, "path", request.path);
    tool::put_bytes(corrected, "content", request.content);
    throw ToolError(Code::bad_request, "fs_write_file replaces files, and does not append to them",
        tool::as_request_for("fs_append_file", std::move(corrected)));
}

WriteOptions options_of(const Request& request)
{
    check_command(request);
    WriteOptions options;
    if (request.create_mode_octal)
        options.create_mode = tool::parse_mode(*request.create_mode_octal, "createModeOctal");
    options.expected_sha256 = request.expected_sha256;
    options.max_hashed_bytes = request.max_file_bytes;
    options.existing = request.create_only || request.overwrite == false ? Existing::refused
                                                                         : Existing::replaced;
    options.placeholders = request.refuses_placeholders && !request.allow_placeholders
        ? Placeholders::refused
        : Placeholders::accepted;
    options.makes_parents = request.make_parents;
    options.insists = request.overwrite == true;
    options.is_dry_run = request.dry_run;
    return options;
}

}
