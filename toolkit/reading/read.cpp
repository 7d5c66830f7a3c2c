#include "toolkit/reading/read.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/object_text.hpp"
#include "toolkit/reading/line_range.hpp"
#include "toolkit/reading/page.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/file_form.hpp"
#include "toolkit/text/image.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/answer.hpp"
#include "toolkit/tool/answer_fields.hpp"
#include "toolkit/workspace/seen_files.hpp"

#include <algorithm>
#include <utility>

namespace toolkit::reading {

namespace {

// A limit for pages of several lines; a single line is read up to max_bytes.
constexpr std::size_t max_line_bytes = 4000;

LineFields line_fields(const Request& request)
{
    return {request.start_line, request.end_line, request.offset, request.limit, request.head,
        request.tail};
}

// Reserves memory, since a growing object copies its members, and the content may be large.
Json empty_answer()
{
    constexpr std::size_t max_fields = 12;
    Json answer = Json::object();
    answer.get_ref<Json::object_t&>().reserve(max_fields);
    return answer;
}

// Returns the request to send in place of one that cannot be answered.
std::string request_for_bytes(const std::string& path, const char* encoding)
{
    json::ObjectText fields;
    if (text::is_utf8(path))
        fields.add("path", path);
    else
        fields.add("pathBase64", text::base64_encode(path));
    if (encoding != nullptr)
        fields.add("encoding", encoding);
    return "send " + fields.take();
}

// Text in another encoding may also be invalid, but has no NUL.
void refuse_binary(const std::string& path, const File& file, const std::string& content)
{
    if (content.find('\0') == std::string::npos || text::is_utf8(content))
        return;
    const std::string begin = system::read_range(file, path, 0, 12);
    if (text::byte_order_of(begin))
        throw ToolError(Code::unsupported,
            "cannot read lines of " + text::in_quotes(path) + ": it is UTF-16",
            request_for_bytes(path, "utf-16"));
    const std::string type(text::image_type(begin));
    throw ToolError(Code::unsupported,
        "cannot read lines of " + text::in_quotes(path) + ": it is binary"
            + (type.empty() ? "" : " (" + type + ")"),
        request_for_bytes(path, "base64"));
}

void put_cuts(Json& answer, const Page& page)
{
    if (page.next_line)
        answer["nextLine"] = *page.next_line;
    if (page.rest_at)
        answer["nextOffset"] = *page.rest_at;
    for (const CutLine& cut : page.cut_lines)
        answer["cutLines"].push_back({{"line", cut.line}, {"nextOffset", cut.rest_at}});
}

// Adds the number of lines of a file that has more than the page, if counting them costs little.
void put_total(Json& answer, const Page& page, const File& file, const Request& request)
{
    constexpr std::int64_t max_counted = std::int64_t {4} << 20; // bytes
    if (!page.next_line)
        return;
    const std::int64_t size = system::status_of(file, request.path).st_size;
    if (size <= std::min(max_counted, request.max_scan_bytes))
        answer["totalLines"] = count_lines(file, request.path, request.max_scan_bytes);
}

// Checks text only, not base64, and not a line number before it.
void put_invisible(Json& answer, std::int64_t first_line, Numbers numbers)
{
    const auto content = answer.find("content");
    if (content == answer.end())
        return;
    std::string_view text = content->get_ref<const std::string&>();
    if (numbers == Numbers::shown)
        text.remove_prefix(text.find('\t') + 1);
    tool::put_invisible(answer, "invisible", text, first_line);
}

// Hashes the file before it is read, so that a change in between counts as one by another program.
File open_and_note(const Workspace& workspace, const std::string& path)
{
    File file = workspace.open_to_read(path);
    if (workspace::SeenFiles* const seen = workspace::seen_files_of_call())
        seen->has_read(workspace.resolve(path), file);
    return file;
}

Json read_lines(const Request& request, const Workspace& workspace)
{
    const File file = open_and_note(workspace, request.path);
    const LineRange range = range_of(line_fields(request),
        [&] { return count_lines(file, request.path, request.max_scan_bytes); });
    const Numbers numbers = request.line_numbers.value_or(false) ? Numbers::shown : Numbers::none;
    const Page page = read_page(file, request.path,
        {range.first, range.last, static_cast<std::size_t>(request.max_bytes), numbers,
            request.max_scan_bytes, range.first == range.last ? SIZE_MAX : max_line_bytes,
            request.encoding == Encoding::latin1});
    refuse_binary(request.path, file, page.content);
    Json answer = empty_answer();
    tool::put_text(answer, "content", page.content);
    answer["startLine"] = range.first;
    answer["endLine"] = page.last_line;
    answer["eof"] = page.is_last;
    put_total(answer, page, file, request);
    put_cuts(answer, page);
    answer["truncated"]
        = page.hit_limit || !page.cut_lines.empty() || (!range.has_end && !page.is_last);
    put_invisible(answer, range.first, numbers);
    if (page.last_line < range.first && range.first > 1)
        answer["note"] = "there is no line " + std::to_string(range.first) + ": the file has "
            + std::to_string(page.last_line) + (page.last_line == 1 ? " line" : " lines");
    return answer;
}

// Returns the text of a section of UTF-16 if it is readable. Removes a character that is cut at the
// end.
std::optional<text::Readable> text_of_utf16(
    Section& section, const File& file, const std::string& path, std::int64_t offset)
{
    const auto order = text::byte_order_of(system::read_range(file, path, 0, 2));
    if (!order || offset % 2 != 0)
        throw ToolError(Code::unsupported,
            "cannot decode " + text::in_quotes(path)
                + " as UTF-16: " + (order ? "'offsetBytes' is odd" : "it has no byte order mark"),
            order ? "send nextOffset of the last answer as offsetBytes"
                  : request_for_bytes(path, "text"));
    std::string& bytes = section.bytes;
    const auto cut = [&](std::size_t count) {
        bytes.resize(bytes.size() - count);
        section.next_offset -= static_cast<std::int64_t>(count);
    };
    if (!section.is_last && bytes.size() % 2 != 0)
        cut(1);
    const auto high = bytes.size() < 2
        ? 0
        : static_cast<unsigned char>(
            bytes[bytes.size() - (*order == text::ByteOrder::little ? 1 : 2)]);
    if (!section.is_last && high >= 0xD8 && high < 0xDC)
        cut(2);
    const std::size_t mark = offset == 0 ? std::min<std::size_t>(2, bytes.size()) : 0;
    return text::readable(text::utf8_from_utf16(std::string_view(bytes).substr(mark), *order));
}

Json read_bytes(const Request& request, const Workspace& workspace, Encoding usual)
{
    const File file = open_and_note(workspace, request.path);
    const std::int64_t offset = request.offset_bytes.value_or(0);
    const Encoding encoding = request.encoding.value_or(usual);
    // A UTF-16 character has at most two units.
    const std::int64_t max_bytes
        = std::max<std::int64_t>(request.max_bytes, encoding == Encoding::utf16 ? 4 : 1);
    Section section = read_section(file, request.path, offset, max_bytes);
    const std::string type(offset == 0 ? text::image_type(section.bytes) : std::string_view());
    Json answer = empty_answer();
    std::optional<text::Readable> content;
    if (encoding == Encoding::utf16)
        content = text_of_utf16(section, file, request.path, offset);
    else if (encoding == Encoding::text && (type.empty() || text::is_utf8(section.bytes)))
        // A file with an image type is text only if it is valid UTF-8.
        content = cut_to_text(section);
    else if (encoding == Encoding::latin1)
        content = text::Readable {text::from_windows_1252(section.bytes)};
    if (content)
        answer["content"] = std::move(content->text);
    else
        answer["contentBase64"] = text::base64_encode(section.bytes);
    if (content && content->replaced > 0)
        answer["contentReplaced"] = content->replaced;
    if (!type.empty())
        answer["mimeType"] = type;
    answer["sizeBytes"] = section.file_size;
    answer["eof"] = section.is_last;
    if (!section.is_last)
        answer["nextOffset"] = section.next_offset;
    if (!section.sha256.empty())
        answer["sha256"] = std::move(section.sha256);
    put_invisible(answer, offset == 0 ? 1 : 0, Numbers::none);
    return answer;
}

bool asks_for_lines(const Request& request)
{
    const LineFields none;
    const LineFields fields = line_fields(request);
    return fields != none || request.line_numbers.value_or(false);
}

bool asks_for_bytes(const Request& request)
{
    return request.offset_bytes || request.encoding == Encoding::base64
        || request.encoding == Encoding::utf16;
}

Json read_one(const Request& request, const Workspace& workspace, Unit usual)
{
    if (asks_for_lines(request) && asks_for_bytes(request))
        throw ToolError(Code::bad_request,
            std::string("lines and '") + (request.offset_bytes ? "offsetBytes" : "encoding")
                + "' contradict each other: the answer is either lines or bytes",
            "leave out one of them: lines are answered as text");
    const bool is_lines
        = asks_for_lines(request) || (usual == Unit::lines && !asks_for_bytes(request));
    return is_lines
        ? read_lines(request, workspace)
        : read_bytes(request, workspace,
            request.answers_text || usual == Unit::lines ? Encoding::text : Encoding::base64);
}

std::int64_t size_of_content(const Json& answer)
{
    for (const char* const name : {"content", "contentBase64"})
        if (const auto found = answer.find(name); found != answer.end())
            return static_cast<std::int64_t>(found->get_ref<const std::string&>().size());
    return 0;
}

Json error_of(const ToolError& error)
{
    Json fields {{"error", error.message}, {"code", wire_name(error.code)}};
    if (!error.hint.empty())
        fields["hint"] = error.hint;
    return fields;
}

Json read_several(const Request& request, const Workspace& workspace, Unit usual)
{
    Json answer {{"files", Json::array()}};
    std::int64_t left = request.max_bytes;
    for (const std::string& path : request.paths) {
        Json file;
        tool::put_path(file, path);
        if (left <= 0) {
            answer["notRead"].push_back(path);
            continue;
        }
        Request one = request;
        one.path = path;
        one.max_bytes = left;
        try {
            Json content = read_one(one, workspace, usual);
            left -= std::max<std::int64_t>(size_of_content(content), 1);
            file.update(content);
        } catch (const ToolError& error) {
            file.update(error_of(error));
        }
        answer["files"].push_back(std::move(file));
    }
    answer["truncated"] = answer.contains("notRead");
    return answer;
}

// Returns true if the agent will show these bytes as an image. A text may begin like a GIF; a
// request for lines returns it as text.
bool is_shown_as_image(const std::string& bytes, Unit usual)
{
    return text::image_size(bytes) && (usual != Unit::lines || !text::is_utf8(bytes));
}

// Returns the request for the whole file, if the file is an image within this call's limit for
// images; nullopt if the request asks for anything else.
std::optional<Request> request_for_image(
    const Request& request, const Workspace& workspace, Unit usual)
{
    const std::int64_t usual_bytes
        = usual == Unit::lines ? Request().max_page_bytes : Request().max_bytes;
    const std::int64_t limit = tool::answer_limits_of_call().image_bytes;
    if (limit == 0 || !request.paths.empty() || request.max_bytes != usual_bytes
        || asks_for_lines(request) || request.offset_bytes.value_or(0) != 0
        || request.encoding.value_or(Encoding::base64) != Encoding::base64)
        return std::nullopt;
    constexpr std::int64_t room_for_fields = 4096;
    const File file = workspace.open_to_read(request.path);
    const std::int64_t size = system::status_of(file, request.path).st_size;
    if (size > (limit - room_for_fields) / 4 * 3
        || text::image_type(system::read_range(file, request.path, 0, 12)).empty()
        || !is_shown_as_image(system::read_range(file, request.path, 0, size), usual))
        return std::nullopt;
    Request whole = request;
    whole.max_bytes = size;
    whole.encoding = Encoding::base64; // for lines, too
    return whole;
}

Json read_any(const Request& request, const Workspace& workspace, Unit usual)
{
    if (request.paths.empty())
        return read_one(request, workspace, usual);
    if (!request.path.empty())
        throw ToolError(
            Code::bad_request, "'path' and 'paths' contradict each other", "send one of them");
    return read_several(request, workspace, usual);
}

}

tool::AnswerText read(const Request& request, const Workspace& workspace, Unit usual)
{
    if (const auto image = request_for_image(request, workspace, usual))
        return read_any(*image, workspace, usual);
    return tool::answer_within_limits(request, &Request::max_bytes,
        [&](const Request& page) -> tool::AnswerText { return read_any(page, workspace, usual); });
}

}
