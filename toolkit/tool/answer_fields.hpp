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

// Puts bytes into an answer as the contract has it: under `name` where they are UTF-8, else in
// base64 under `name` with "Base64" behind it.
void put_bytes(Json& answer, const std::string& name, std::string_view bytes);

// Puts text of a file or a program into an answer: as put_bytes() does, but if only a few bytes are
// not UTF-8 (text::readable()), as text with U+FFFD in their place, and their number under `name`
// with "Replaced" behind it. Not for what a request sends back.
void put_text(Json& answer, const std::string& name, std::string_view bytes);

// Adds the names of the invisible characters of a text as the field `name`, if it has any
// (toolkit/text/invisible.hpp). `first_line` is the number of its first line; 0: unknown.
void put_invisible(
    Json& answer, const std::string& name, std::string_view text, std::int64_t first_line);

// Puts a path under `name`, readable, and if it is not UTF-8 in base64 under `name` with "Base64"
// beside it.
void put_path(Json& answer, std::string_view path, const std::string& name = "path");

// Puts "mixesEncodings", "notKept" and "runsLater" into the answer, each only if there is something
// to say. The hash has its place among the fields of the tool.
void put_changed_file(Answer& answer, const workspace::ChangedFile& file);

// Puts a diff into an answer: `diff` or `diffBase64`, and `truncated` if it was cut.
void put_diff(Answer& answer, const text::Diff& diff);

// Puts what the recovery of an interrupted change has done into an answer or a failure, as the
// contract has it: "recovered", or in a dry run "recovers". Nothing if there is nothing to say.
void put_recovered(Json& answer);

// Adds the files that a call has touched, also by a recovery, to its answer, as the contract
// describes: "runsLater", "runsLaterMore" if there are more than 20, and "runsLaterIncomplete" if
// not everything was looked at. Adds nothing if there are no such files and everything was looked
// at.
void put_runs_later(Json& answer, const workspace::LaterFiles& touched);

// Takes "seen" and "refuseUnread" out of a request, and keeps them for the call
// (toolkit/workspace/seen_files.hpp). Throws BAD_REQUEST unless they are an object of strings and a
// boolean.
void take_seen(Json& request);

// Adds "seen" to an answer or an error, and "content" to an error of a refused file that is short.
void put_seen(Json& answer);

}

namespace toolkit::text {

// The names of the encodings in a request that writes text (toolkit/tool/member_place.hpp).
constexpr auto choices(WrittenEncoding /*unused*/)
{
    using tool::Choice;
    return std::array {Choice {WrittenEncoding::utf8, "utf-8"},
        Choice {WrittenEncoding::utf16, "utf-16"}, Choice {WrittenEncoding::latin1, "latin1"}};
}

}

namespace toolkit::tool {

// Replaces other names of these encodings in a request by those of the table, and `content` with
// "encoding" "base64" by `contentBase64`. For Tool::rewrite.
void translate_written_encoding(Json& request, const Json& maximums);

}
