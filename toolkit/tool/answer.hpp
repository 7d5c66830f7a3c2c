#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory>
#include <span>
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

// A field of a tool's answers, for clients that check answers by a schema. Answers may have more.
struct AnswerRow {
    const char* name;
    const char* type; // as JSON Schema calls it
    bool is_always_there = true;
};

// The schema of an answer with these fields.
Json schema_of(std::span<const AnswerRow> rows);

// The line of an answer: JSON and a newline, as parts to be written one after another, so that a
// long string of plain letters, such as base64, need not be copied, and a list of a million entries
// need not be held as values.
class AnswerText {
public:
    // Json::dump() to the letter; throws as it does where a string is not UTF-8. What a tool
    // answers becomes one by itself.
    AnswerText(Json json); // NOLINT(google-explicit-constructor)
    AnswerText(Answer answer); // NOLINT(google-explicit-constructor)

    // Takes an answer that is text already: the parts of one object, which must be JSON and UTF-8,
    // without a newline.
    explicit AnswerText(std::vector<std::string> object);

    AnswerText(AnswerText&&) = default;
    AnswerText& operator=(AnswerText&&) = default;
    AnswerText(const AnswerText&) = delete; // `views` would be those of the other
    AnswerText& operator=(const AnswerText&) = delete;
    ~AnswerText() = default;

    // Adds fields at the end of an answer that was made from JSON. Does nothing if it was text.
    void append(const Json& fields);

    const std::vector<std::string_view>& parts() const { return views; }

    std::size_t size() const; // in bytes, without the newline

private:
    void add(std::string text);

    std::shared_ptr<const Json> answer; // null where it is text already
    std::deque<std::string> texts;
    std::vector<std::string_view> views; // of `texts` and of the answer's strings
};

// The maximum size of an answer in a conversation with a model, in bytes, unless the operator sets
// another.
inline constexpr std::int64_t usual_answer_bytes = 32 << 10;

// The maximums that a caller sets for the answer of one call: the field "answerLimits" of a request
// (docs/contract.md). 0: no maximum.
struct AnswerLimits {
    std::int64_t bytes = 0; // of the JSON
    std::int64_t image_bytes = 0; // of the JSON of a whole image
};

// Takes "answerLimits" out of a request and keeps it for the call. Throws BAD_REQUEST unless it is
// an object with two integers that are not negative.
void take_answer_limits(Json& request);

const AnswerLimits& answer_limits_of_call();

// Returns run(request), whose answer has about `request.*page` bytes at most, with a page that is
// small enough for the limit of this call: tries a smaller one until the answer fits.
template<class Request, class Run>
AnswerText answer_within_limits(Request request, std::int64_t Request::*page, const Run& run)
{
    const std::int64_t limit = answer_limits_of_call().bytes;
    if (limit == 0)
        return run(request);
    constexpr std::int64_t parts = 8; // one is left for the fields around the page
    constexpr int max_tries = 8;
    request.*page = std::clamp<std::int64_t>(limit - limit / parts, 1, request.*page);
    for (int count = 1;; ++count) {
        AnswerText answer = run(request);
        const auto size = static_cast<std::int64_t>(answer.size());
        if (size <= limit || request.*page <= 1 || count == max_tries)
            return answer;
        const double share = static_cast<double>(limit) / static_cast<double>(size);
        const double smaller = static_cast<double>(request.*page) * share;
        request.*page = std::max<std::int64_t>(1, static_cast<std::int64_t>(smaller) * 15 / 16);
    }
}

}
