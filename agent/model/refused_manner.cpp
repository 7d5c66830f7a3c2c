#include "agent/model/refused_manner.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/refused_value.hpp"
#include "agent/model/responses_request.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace agent::model {

using namespace toolkit;

// Mistral's servers require ids of nine letters and digits; others accept no dots or colons in ids,
// or no long ones.
static bool wants_short_ids(MessageFormat& manner, const std::string& refusal)
{
    static const RE2 nine(R"((?is)tool.?calls?.{0,3}ids?\b.*(?:\b9\b|nine))");
    static const RE2 others(
        R"((?is)tool.?(?:calls?|use)(?:\[\d+\])?[._]ids?\b.*(?:pattern|too long|max|length|invalid))");
    return (RE2::PartialMatch(refusal, nine) || RE2::PartialMatch(refusal, others))
        && !std::exchange(manner.short_ids, true);
}

// Llama 3's template accepts one call in a message.
static bool wants_single_calls(MessageFormat& manner, const std::string& refusal)
{
    static const RE2 single(R"((?i)single.tool.?calls?|one.tool.?calls?.at)");
    return RE2::PartialMatch(refusal, single) && !std::exchange(manner.single_calls, true);
}

// Some servers require a text in each message, others refuse an empty one.
static bool wants_other_content(
    MessageFormat& manner, const std::string& refusal, const Messages& messages)
{
    static const RE2 problem(
        R"((?is)\bcontent\b.*(?:null|none|missing|required|string|empty|at least one)|(?:missing|required|empty|null|none).*\bcontent\b)");
    if (manner.no_text == NoText::null || !RE2::PartialMatch(refusal, problem)
        || std::none_of(messages.begin(), messages.end(),
            [](const SharedMessage& message) { return is_silent_call(*message); }))
        return false;
    const bool was_empty = manner.no_text == NoText::empty
        || std::any_of(messages.begin(), messages.end(), [](const SharedMessage& message) {
               return is_silent_call(*message) && message->content == Message::Content::text;
           });
    manner.no_text = was_empty ? NoText::null : NoText::empty;
    return true;
}

static bool refuses_a_field(MessageFormat& manner, const std::string& refusal)
{
    std::vector<const char*> returned(reasoning_fields.begin(), reasoning_fields.end());
    returned.push_back(signature_field);
    for (const char* field : returned) {
        if (std::find(manner.unwanted.begin(), manner.unwanted.end(), field)
                == manner.unwanted.end()
            && names_field(refusal, field)) {
            manner.unwanted.emplace_back(field);
            return true;
        }
    }
    return false;
}

// Recognizes an error about reasoning items: another key of the server made them, or the server has
// discarded them.
static bool refuses_reasoning_items(
    MessageFormat& manner, const std::string& refusal, const Messages& messages)
{
    static const RE2 refused(R"((?i)encrypted.content|\brs_[0-9a-z]{6}|type .?reasoning)");
    if (manner.wire != Wire::responses || text::contains(manner.unwanted, reasoning_items_field)
        || !RE2::PartialMatch(refusal, refused)
        || std::none_of(messages.begin(), messages.end(), [](const SharedMessage& message) {
               return !field_of(*message, reasoning_items_field).is_null();
           }))
        return false;
    manner.unwanted.emplace_back(reasoning_items_field);
    return true;
}

static bool have_role(const Messages& messages, Role role)
{
    return std::any_of(messages.begin(), messages.end(),
        [&](const SharedMessage& message) { return message->role == role; });
}

// The templates of Gemma and the first ones of Mistral accept only the roles user and assistant.
static bool wants_fewer_roles(
    MessageFormat& manner, const std::string& refusal, const Messages& messages)
{
    static const RE2 no_system(
        R"((?i)system (?:role|messages?|prompts?)\b[^.]{0,30}\bnot (?:be )?(?:supported|allowed))"
        R"(|(?:not|n't) support[^.]{0,30}system (?:role|messages?|prompts?))"
        R"(|developer instruction is not enabled)");
    static const RE2 alternate(R"((?i)roles must alternate|must alternate between)");
    const bool must_alternate = RE2::PartialMatch(refusal, alternate);
    if ((must_alternate || RE2::PartialMatch(refusal, no_system))
        && have_role(messages, Role::system) && !std::exchange(manner.no_system, true))
        return true;
    return must_alternate && have_role(messages, Role::tool)
        && !std::exchange(manner.two_roles, true);
}

static bool have_images(const Messages& messages, std::optional<Role> role = {})
{
    return std::any_of(messages.begin(), messages.end(), [&](const SharedMessage& message) {
        return (!role || message->role == *role) && has_images(*message);
    });
}

// True if the error is about images in general, in the words of llama-server, Ollama, OpenRouter,
// vLLM, LM Studio, OpenAI, Mistral and DeepSeek (in this order). Errors about the format, size or
// bytes of one image differ: only the general ones name images in the plural, an input, a model, or
// the type of a part.
static bool is_refusal_of_images(const std::string& refusal)
{
    static const RE2 about_images(
        R"((?i)\b(?:images|image[ _-]?(?:inputs?|contents?|understanding)) (?:is|are) not (?:supported|enabled|allowed|available))"
        R"re(|(?:not|n't) (?:support|accept|take) (?:the |any )?(?:images|image[ _-]?inputs?|vision|multi-?modal(?: inputs?)?)\s*(?:[.,;:!()"]|$|by\b))re"
        R"re(|\b(?:model|server)\b[^.]{0,60}(?:not|n't|unable to) (?:support|accept|process|handle|read) (?:the |any )?(?:images|image inputs?)\s*(?:[.,;!()"]|$))re"
        R"re(|\bmodel\b[^.]{0,60}(?:not|n't) support image\s*(?:[.,;!()"]|$))re"
        R"(|missing data required for image input)"
        R"(|no end\w+ found that support image)"
        R"(|is not a (?:multi-?modal|vision)|at most 0 image)"
        R"(|(?:multi-?modal|vision)(?: (?:inputs?|content|data|features?|models?))? (?:is|are) not supported)"
        R"(|image_url is only supported by)"
        R"(|(?:invalid|unsupported|unknown|unexpected) (?:content |part |message |input )*(?:type|variant|value|part)s?\W{1,4}(?:image_url|input_image)[^\w\s]*(?:[.,;)]|\s*$|\s(?:in|at|for|expected)\b))");
    return RE2::PartialMatch(refusal, about_images);
}

// True if the error says that the output of a call must be a text.
static bool wants_text_results(const std::string& refusal)
{
    static const RE2 wanted(
        R"((?i)\boutput\b\W{0,4}(?:value |input )?(?:(?:must|should) be a (?:valid )?str(?:ing)?\b|expected (?:a )?str(?:ing)?\b))");
    return RE2::PartialMatch(refusal, wanted);
}

bool adapt_images(MessageFormat& manner, const HttpResponse& response, const Messages& messages)
{
    if (response.status < 400 || manner.no_images || !have_images(messages))
        return false;
    const std::string refusal(text::stripped(refusal_in(response.body)));
    if (is_refusal_of_images(refusal))
        return manner.no_images = true;
    return manner.wire == Wire::responses && have_images(messages, Role::tool)
        && wants_text_results(refusal) && !std::exchange(manner.text_results, true);
}

// Matches Groq's error, whose words other servers use for other reasons as well.
static bool wants_text_content(
    MessageFormat& manner, const std::string& refusal, const Messages& messages)
{
    static const RE2 wanted(R"((?i)\bcontent\W*(?:value )?(?:must|should) be a (?:valid )?string)");
    return RE2::PartialMatch(refusal, wanted) && have_images(messages)
        && !std::exchange(manner.no_images, true);
}

namespace {

struct ModelsWithoutImages {
    std::mutex mutex;
    std::set<std::string> origins;
};

ModelsWithoutImages& models_without_images()
{
    static ModelsWithoutImages models;
    return models;
}

}

void note_model_without_images(const std::string& origin)
{
    ModelsWithoutImages& models = models_without_images();
    const std::lock_guard lock(models.mutex);
    models.origins.insert(origin);
}

bool is_model_without_images(const std::string& origin)
{
    ModelsWithoutImages& models = models_without_images();
    const std::lock_guard lock(models.mutex);
    return models.origins.contains(origin);
}

// Chat templates fail with status 400 or 500.
bool adapt_template(MessageFormat& manner, const HttpResponse& response, const Messages& messages)
{
    if (response.status < 400)
        return false;
    const std::string refusal = refusal_in(response.body);
    return wants_short_ids(manner, refusal) || wants_single_calls(manner, refusal)
        || wants_fewer_roles(manner, refusal, messages);
}

bool adapt_messages(MessageFormat& manner, const HttpResponse& response, const Messages& messages)
{
    if (response.status != 400 && response.status != 422)
        return false;
    const std::string refusal = refusal_in(response.body);
    return refuses_reasoning_items(manner, refusal, messages) || refuses_a_field(manner, refusal)
        || wants_other_content(manner, refusal, messages)
        || wants_text_content(manner, refusal, messages);
}

}
