#include "toolkit/tool/answer.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_strings.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"

#include <utility>

namespace toolkit::tool {

AnswerValue::AnswerValue(Json json)
    : json(std::make_unique<Json>(std::move(json)))
{
}

AnswerValue::AnswerValue(std::string text)
    : json(std::make_unique<Json>(std::move(text)))
{
}

AnswerValue::AnswerValue(std::string_view text)
    : json(std::make_unique<Json>(text))
{
}

AnswerValue::AnswerValue(const char* text)
    : json(std::make_unique<Json>(text))
{
}

AnswerValue::AnswerValue(const std::vector<std::string>& texts)
    : json(std::make_unique<Json>(texts))
{
}

AnswerValue::AnswerValue(std::vector<Answer> objects)
    : json(std::make_unique<Json>(Json::array()))
{
    for (Answer& object : objects)
        json->push_back(std::move(static_cast<Json&>(object)));
}

AnswerValue::AnswerValue(bool value)
    : json(std::make_unique<Json>(value))
{
}

AnswerValue::AnswerValue(int number)
    : json(std::make_unique<Json>(number))
{
}

AnswerValue::AnswerValue(unsigned number)
    : json(std::make_unique<Json>(number))
{
}

AnswerValue::AnswerValue(long number)
    : json(std::make_unique<Json>(number))
{
}

AnswerValue::AnswerValue(unsigned long number)
    : json(std::make_unique<Json>(number))
{
}

AnswerValue::AnswerValue(long long number)
    : json(std::make_unique<Json>(number))
{
}

AnswerValue::AnswerValue(unsigned long long number)
    : json(std::make_unique<Json>(number))
{
}

AnswerValue::AnswerValue(AnswerValue&&) noexcept = default;
AnswerValue::~AnswerValue() = default;

Json AnswerValue::take() const { return std::move(*json); }

Answer::Answer(std::initializer_list<AnswerField> fields)
    : object(std::make_unique<Json>(Json::object()))
{
    constexpr std::size_t usual_fields = 8;
    object->get_ref<Json::object_t&>().reserve(usual_fields); // growing would copy the members
    for (const AnswerField& field : fields)
        (*object)[field.name] = field.value.take();
}

Answer::Answer(Json object)
    : object(std::make_unique<Json>(std::move(object)))
{
}

Answer::Answer(Answer&& other) noexcept = default;
Answer& Answer::operator=(Answer&& other) noexcept = default;
Answer::~Answer() = default;

// NOLINTNEXTLINE(misc-unconventional-assign-operator): assigns to a temporary
void Answer::Place::operator=(AnswerValue value) && { json = value.take(); }

Answer::Place Answer::operator[](const std::string& name) { return Place((*object)[name]); }

Json schema_of(std::span<const AnswerRow> rows)
{
    Json properties = Json::object();
    Json required = Json::array();
    for (const AnswerRow& row : rows) {
        properties[row.name] = {{"type", row.type}};
        if (row.is_always_there)
            required.push_back(row.name);
    }
    return {{"type", "object"}, {"properties", std::move(properties)},
        {"required", std::move(required)}};
}

AnswerText::AnswerText(Json json)
    : answer(std::make_shared<const Json>(std::move(json)))
{
    constexpr std::size_t shortest_long
        = 4096; // bytes, from which on a copy costs more than a system call
    std::string text = "{";
    for (const auto& [name, value] : answer->get_ref<const Json::object_t&>()) {
        text += (text.size() == 1 && texts.empty() ? "" : ",") + Json(name).dump() + ':';
        const auto* const string = value.get_ptr<const Json::string_t*>();
        if (string == nullptr || string->size() < shortest_long
            || !json::is_plain_literal(*string)) {
            text += value.dump();
            continue;
        }
        add(std::exchange(text, "\"") + '"');
        views.emplace_back(*string);
    }
    add(std::move(text) + "}\n");
}

AnswerText::AnswerText(Answer answer)
    : AnswerText(std::move(static_cast<Json&>(answer)))
{
}

AnswerText::AnswerText(std::vector<std::string> object)
{
    for (auto& part : object)
        add(std::move(part));
    add("\n");
}

std::size_t AnswerText::size() const
{
    std::size_t sum = 0;
    for (const std::string_view view : views)
        sum += view.size();
    return sum - 1;
}

void AnswerText::append(const Json& fields)
{
    if (!answer || fields.empty())
        return;
    std::string& last = texts.back();
    last.resize(last.size() - 2); // removes the brace and the newline
    last += (answer->empty() ? "" : ",") + fields.dump().substr(1) + '\n';
    views.back() = last;
}

void AnswerText::add(std::string text)
{
    texts.push_back(std::move(text));
    views.emplace_back(texts.back());
}

static AnswerLimits& limits()
{
    static AnswerLimits limits;
    return limits;
}

const AnswerLimits& answer_limits_of_call() { return limits(); }

static std::int64_t limit_in(const Json& fields, const char* name)
{
    const Json& value = json::member(fields, name);
    if (value.is_null())
        return 0;
    if (!value.is_number_integer() || value < 0)
        throw ToolError(Code::bad_request,
            std::string("'answerLimits' has no integer of at least 0 as '") + name + "'");
    return value.get<std::int64_t>();
}

void take_answer_limits(Json& request)
{
    limits() = {};
    if (!request.is_object() || !request.contains("answerLimits"))
        return;
    const Json& fields = request["answerLimits"];
    if (!fields.is_object())
        throw ToolError(Code::bad_request, "'answerLimits' must be an object");
    limits() = {limit_in(fields, "bytes"), limit_in(fields, "imageBytes")};
    request.erase("answerLimits");
}

}
