#include "page.hpp"

#include "urls.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/answer_fields.hpp"

#include <algorithm>

namespace fetch_url {

using namespace toolkit;

Document document_of(Response response)
{
    if (!response.is_text)
        throw ToolError(Code::unsupported,
            "cannot read the response of " + shown(response.url) + ", status "
                + std::to_string(response.status) + ": its type is "
                + text::in_quotes(response.content_type) + ", not text, and it has "
                + (response.length.empty() ? "an unknown number of"
                                           : text::printable(response.length))
                + " bytes",
            "text, HTML, JSON and XML can be read");
    Content content
        = content_of(response.body, content_type_of(response.content_type), response.is_cut);
    response.body.clear();
    return {std::move(response), std::move(content)};
}

// Returns a page of the text. It begins and ends between characters, and contains at least one
// unless `offset` is at the end.
static std::string_view cut(std::string_view text, std::int64_t offset, std::int64_t max_bytes)
{
    constexpr std::size_t max_character = 4;
    const std::size_t begin
        = text::utf8_boundary(text, std::min(static_cast<std::size_t>(offset), text.size()));
    const auto size = std::max(static_cast<std::size_t>(max_bytes), max_character);
    const std::size_t end = text::utf8_boundary(text, std::min(begin + size, text.size()));
    return text.substr(begin, end - begin);
}

static constexpr std::size_t max_type = 200; // bytes of the field Content-Type

tool::Answer page_of(const Document& document, const Request& request)
{
    const auto& [response, content] = document;
    const std::string_view page = cut(content.text, request.offset_bytes, request.max_bytes);
    const auto end = static_cast<std::size_t>(page.data() + page.size() - content.text.data());
    const bool is_last = end == content.text.size();
    tool::Answer answer {{"url", text_of(response.url)}, {"status", response.status},
        {"contentType", text::printable(response.content_type.substr(0, max_type))}};
    if (!response.redirects.empty())
        answer["redirects"] = response.redirects;
    if (!content.title.empty())
        answer["title"] = content.title;
    answer["content"] = page;
    if (content.replaced > 0)
        answer["contentReplaced"] = content.replaced;
    answer["sizeBytes"] = content.text.size();
    answer["eof"] = is_last && !response.is_cut;
    if (!is_last)
        answer["nextOffset"] = end;
    answer["truncated"] = !is_last || response.is_cut;
    if (is_last && response.is_cut)
        answer["note"] = "the response is larger than " + std::to_string(request.max_body_bytes)
            + " bytes: the rest is not read (the operator can raise --max-body-bytes)";
    tool::put_invisible(answer, "invisible", page, request.offset_bytes == 0 ? 1 : 0);
    return answer;
}

}
