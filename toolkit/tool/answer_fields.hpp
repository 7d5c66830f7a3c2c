#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/text/file_form.hpp"
#include "toolkit/text/unified_diff.hpp"
#include "toolkit/tool/answer.hpp"
#include "toolkit/tool/member_place.hpp"
#include "toolkit/tool/tool.hpp"
#include "toolkit/workspace/changed_file.hpp"
#include "toolkit/workspace/later_files.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace toolkit::tool {

// Adds bytes to an answer as the contract describes: under `name` if they are UTF-8, otherwise in
// base64 under `name` with the suffix "Base64".
void put_bytes(Json& answer, const std::string& name, std::string_view bytes);

// Adds text of a file or a program to an answer like put_bytes(). If only a few bytes are not UTF-8
// (text::readable()), adds text with U+FFFD in their place, and their number under `name` with the
// suffix "Replaced". Not for values that a later request sends back.
void put_text(Json& answer, const std::string& name, std::string_view bytes);

// Adds the names of the invisible characters of a text as the field `name`, if it has any
// (toolkit/text/invisible.hpp). `first_line` is the number of its first line; 0 if unknown.
void put_invisible(
    Json& answer, const std::string& name, std::string_view text, std::int64_t first_line);

// Adds a path under `name` in readable form, and, if it is not UTF-8, in base64 under `name` with
// the suffix "Base64".
void put_path(Json& answer, std::string_view path, const std::string& name = "path");

// Adds "mixesEncodings", "notKept" and "runsLater" to the answer, each only if it is not empty. The
// hash is added by the tool, among its own fields.
void put_changed_file(Answer& answer, const workspace::ChangedFile& file);

// Adds a diff to an answer: `diff` or `diffBase64`, and `truncated` if it was cut.
void put_diff(Answer& answer, const text::Diff& diff);

// Adds what the recovery of an interrupted change has done to an answer or an error, as the
// contract describes: "recovered", or "recovers" in a dry run. Adds nothing if there was no
// recovery.
void put_recovered(Json& answer);

// Adds the files that a call, including its recovery, has touched to its answer, as the contract
// describes: "runsLater", "runsLaterMore" if there are more than 20, and "runsLaterIncomplete" if
// the search was incomplete. Adds nothing if there are no such files and the search was complete.
void put_runs_later(Json& answer, const workspace::LaterFiles& touched);

// Removes "seen" and "refuseUnread" from a request and stores them for the call
// (toolkit/workspace/seen_files.hpp). Throws BAD_REQUEST unless they are an object of strings and a
// boolean.
void take_seen(Json& request);

// Adds "seen" to an answer or an error, and "content" to the error of a refused file that is short.
void put_seen(Json& answer);

}

namespace toolkit::text {

// The names of encodings in a request that writes text (toolkit/tool/member_place.hpp).
constexpr auto choices(WrittenEncoding /*unused*/)
{
    using tool::Choice;
    return std::array {Choice {WrittenEncoding::utf8, "utf-8"},
        Choice {WrittenEncoding::utf16, "utf-16"}, Choice {WrittenEncoding::latin1, "latin1"}};
}

}

namespace toolkit::tool {

// Replaces other names of these encodings in a request by those of the table, and `content` with
// "encoding" "base64" by `contentBase64`. To be used as Tool::rewrite.
void translate_written_encoding(Json& request, const Json& maximums);

}
