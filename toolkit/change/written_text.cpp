#include "toolkit/change/written_text.hpp"

#include "toolkit/system/error.hpp"

namespace toolkit::change {

static std::string in_named_encoding(const ContentToWrite& content, WrittenPart part)
{
    static constexpr std::string_view mark = "\xFF\xFE";
    auto bytes = text::in_encoding(content.text, *content.encoding);
    if (!bytes)
        throw ToolError(Code::bad_request,
            "'content' has characters that are not in latin1 (Windows-1252); nothing was changed",
            "leave out 'encoding', or send other characters");
    const bool is_utf16 = content.encoding == text::WrittenEncoding::utf16;
    return (is_utf16 && part == WrittenPart::whole ? std::string(mark) : "") + *bytes;
}

WrittenText bytes_to_write(
    const ContentToWrite& content, const text::FileForm& form, WrittenPart part)
{
    if (content.encoding)
        return {in_named_encoding(content, part)};
    if (content.is_bytes || content.text.empty())
        return {std::string(content.text)};
    text::FileForm applied = form;
    const bool has_lines = content.text.find('\n') != std::string_view::npos;
    if (!has_lines || content.text.find('\r') != std::string_view::npos)
        applied.newlines = text::FileForm::Newlines::none;
    if (part == WrittenPart::end)
        applied.has_mark = false;
    WrittenText written {std::string(text::mark_of(applied)), text::name_of(applied)};
    written.bytes += text::in_form(content.text, form);
    if (!written.kept.empty())
        written.kept += "; \"encoding\":\"utf-8\" writes the content as it is";
    return written;
}

}
