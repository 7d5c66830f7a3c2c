#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::tool {

class Answer;

// A value in an answer: true, 7, a text in UTF-8, a list of texts or objects, or any JSON.
class AnswerValue {
public:
    // NOLINTBEGIN(google-explicit-constructor): what is put into an answer becomes one by itself
    AnswerValue(Json json);
    AnswerValue(std::string text);
    AnswerValue(std::string_view text);
    AnswerValue(const char* text);
    AnswerValue(const std::vector<std::string>& texts);
    AnswerValue(std::vector<Answer> objects);
    AnswerValue(bool value);
    AnswerValue(int number);
    AnswerValue(unsigned number);
    AnswerValue(long number);
    AnswerValue(unsigned long number);
    AnswerValue(long long number);
    AnswerValue(unsigned long long number);
    // NOLINTEND(google-explicit-constructor)
    AnswerValue(AnswerValue&&) noexcept;
    AnswerValue& operator=(AnswerValue&&) = delete;
    AnswerValue(const AnswerValue&) = delete;
    AnswerValue& operator=(const AnswerValue&) = delete;
    ~AnswerValue();

    Json take() const; // once

private:
    std::unique_ptr<Json> json;
};

struct AnswerField {
    const char* name;
    AnswerValue value;
};

// What a tool answers: a JSON object, for code that need not know JSON. Every string in it must be
// valid UTF-8.
class Answer {
public:
    // NOLINTBEGIN(google-explicit-constructor): an object is one
    Answer(std::initializer_list<AnswerField> fields = {});
    Answer(Json object);
    // NOLINTEND(google-explicit-constructor)
    Answer(Answer&& other) noexcept;
    Answer& operator=(Answer&& other) noexcept;
    Answer(const Answer&) = delete;
    Answer& operator=(const Answer&) = delete;
    ~Answer();

    class Place {
    public:
        explicit Place(Json& json)
            : json(json)
        {
        }
        void operator=(AnswerValue value) &&; // NOLINT(misc-unconventional-assign-operator)

    private:
        Json& json;
    };

    // The place of a field: answer["name"] = value.
    Place operator[](const std::string& name);

    // NOLINTNEXTLINE(google-explicit-constructor): for what puts fields into JSON
    operator Json&() { return *object; }

private:
    std::unique_ptr<Json> object;
};

}
