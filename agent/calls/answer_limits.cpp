#include "agent/calls/answer_limits.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace agent::calls {

static std::string newlines_in(std::string_view text)
{
    return std::to_string(std::count(text.begin(), text.end(), '\n'));
}

// Redacts an answer that is JSON by the names of its fields, too.
static std::string redacted(const std::string& whole, const redaction::Redaction& redaction)
{
    return redaction.redact_json({{"content", whole}}).at("content").get<std::string>();
}

CutText cut_to(std::size_t most, const std::string& whole, ResultFiles& files,
    const redaction::Redaction& redaction)
{
    if (whole.size() <= most)
        return {whole};
    // Redact before cutting, because half of a secret would not be recognised.
    std::string text = redacted(whole, redaction);
    if (text.size() <= most)
        return {std::move(text)};
    constexpr std::size_t max_line = 400; // bytes of the line that replaces the middle
    const std::size_t room = most > 2 * max_line ? (most - max_line) / 2 : most / 4;
    const std::size_t end = text::end_of_head(text, room);
    const std::size_t begin = text::begin_of_tail(text, room);
    const std::string_view missing = std::string_view(text).substr(end, begin - end);
    const ResultFiles::Kept file = files.keep(text, "txt");
    std::string answer = text.substr(0, end);
    answer += answer.ends_with('\n') ? "[" : "\n[";
    answer += std::to_string(missing.size()) + " bytes, " + newlines_in(missing)
        + " newlines left out; the whole "
        + (file.path.empty() ? "could not be kept: " + text::in_quotes(file.problem)
                             : "is in " + file.path);
    return {answer + "]\n" + text.substr(begin), true};
}

AnswerLimiter::AnswerLimiter(const AnswerLimits& limits, std::string workspace)
    : limits(limits)
    , files(std::move(workspace))
{
}

namespace {

struct WholeImage {
    Json fields; // fields of the answer
    model::SharedImage image; // null if the answer is not a whole image
};

}

// Returns the image if the answer is that of fs_read_file for a whole file that is an image. The
// image is recognised by its header, which also contains its size.
static WholeImage whole_image(const std::string& content)
try {
    if (content.find("\"contentBase64\":\"") == std::string::npos)
        return {};
    Json fields = json::parse_bounded(content);
    const auto bytes = json::member(fields, "eof") == true
        ? text::base64_decode(json::string_member(fields, "contentBase64"))
        : std::nullopt;
    return {std::move(fields), bytes ? model::image_of_bytes(*bytes) : nullptr};
} catch (const ToolError&) { // an answer may be any text
    return {};
}

static void take_image(ToolAnswer& answer, WholeImage whole)
{
    whole.fields.erase("contentBase64");
    whole.fields["mimeType"] = whole.image->type;
    whole.fields["width"] = whole.image->size.width;
    whole.fields["height"] = whole.image->size.height;
    whole.fields["sizeBytes"] = whole.image->bytes;
    whole.fields["sha256"] = whole.image->sha256;
    text::ImageCount shown;
    const std::string problem = model::why_not_shown(*whole.image, shown);
    if (problem.empty())
        answer.images.push_back(std::move(whole.image));
    else
        whole.fields["notShown"] = problem;
    answer.content = whole.fields.dump();
}

void AnswerLimiter::apply(ToolAnswer& answer, const redaction::Redaction& redaction)
{
    if (!answer.passed.is_null())
        return;
    const bool is_too_long = limits.bytes > 0 && answer.content.size() > limits.bytes;
    const bool may_take = limits.takes_images && answer.code.empty();
    if ((is_too_long || may_take) && answer.content.size() <= limits.image_bytes)
        if (WholeImage whole = whole_image(answer.content); whole.image) {
            if (may_take)
                take_image(answer, std::move(whole));
            return;
        }
    if (!is_too_long)
        return;
    CutText cut = cut_to(limits.bytes, answer.content, files, redaction);
    answer.content = std::move(cut.text);
    answer.truncated = answer.truncated || cut.is_cut;
}

}
