#include "toolkit/tool/answer.hpp"

#include "toolkit/json/json.hpp"

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
    object->get_ref<Json::object_t&>().reserve(
        usual_fields); // an object that grows copies its members
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

// NOLINTNEXTLINE(misc-unconventional-assign-operator): of a member that is not kept
void Answer::Place::operator=(AnswerValue value) && { json = value.take(); }

Answer::Place Answer::operator[](const std::string& name) { return Place((*object)[name]); }

}
