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

// A value in an answer: true, 7, a UTF-8 text, a list of texts or objects, or any JSON.
class AnswerValue {
public:
    // NOLINTBEGIN(google-explicit-constructor): values are converted implicitly
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

    Json take() const; // may be called once

private:
    std::unique_ptr<Json> json;
};

struct AnswerField {
    const char* name;
    AnswerValue value;
};

// The answer of a tool: a JSON object, for code that does not use JSON itself. Every string in it
// must be valid UTF-8.
class Answer {
public:
    // NOLINTBEGIN(google-explicit-constructor): objects are converted implicitly
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

    // Returns the place of a field, to assign its value: answer["name"] = value.
    Place operator[](const std::string& name);

    // NOLINTNEXTLINE(google-explicit-constructor): for functions that add fields to JSON
    operator Json&() { return *object; }

private:
    std::unique_ptr<Json> object;
};

// A field of a tool's answers, for clients that check answers against a schema. Answers may have
// further fields.
struct AnswerRow {
    const char* name;
    const char* type; // a type of JSON Schema
    bool is_always_there = true;
};

// Returns the schema of an answer with these fields.
Json schema_of(std::span<const AnswerRow> rows);

// The line of an answer: JSON and a newline, in parts to be written one after another. A long
// string without escapes, such as base64, need not be copied, and a list of a million entries need
// not be stored as values.
class AnswerText {
public:
    // Has the same bytes as Json::dump(), and throws like it if a string is not UTF-8. Answers are
    // converted implicitly.
    AnswerText(Json json); // NOLINT(google-explicit-constructor)
    AnswerText(Answer answer); // NOLINT(google-explicit-constructor)

    // Takes an answer that is already text: the parts of one object, which must be JSON and UTF-8,
    // without a newline.
    explicit AnswerText(std::vector<std::string> object);

    AnswerText(AnswerText&&) = default;
    AnswerText& operator=(AnswerText&&) = default;
    AnswerText(const AnswerText&) = delete; // `views` would refer to the other object
    AnswerText& operator=(const AnswerText&) = delete;
    ~AnswerText() = default;

    // Adds fields at the end of an answer that was made from JSON. Does nothing for an answer made
    // from text.
    void append(const Json& fields);

    const std::vector<std::string_view>& parts() const { return views; }

    std::size_t size() const; // in bytes, without the newline

private:
    void add(std::string text);

    std::shared_ptr<const Json> answer; // null if the answer was made from text
    std::deque<std::string> texts;
    std::vector<std::string_view> views; // refer to `texts` and to strings in `answer`
};

// The default for the maximum size of an answer in a conversation with a model, in bytes.
inline constexpr std::int64_t usual_answer_bytes = 32 << 10;

// The maximums that a caller sets for the answer of one call, by the field "answerLimits" of a
// request (docs/contract.md). 0: no maximum.
struct AnswerLimits {
    std::int64_t bytes = 0; // maximum size of the JSON
    std::int64_t image_bytes = 0; // maximum size of the JSON of a whole image
};

// Removes "answerLimits" from a request and stores it for the call. Throws BAD_REQUEST unless it is
// an object with two integers that are not negative.
void take_answer_limits(Json& request);

const AnswerLimits& answer_limits_of_call();

// Returns run(request), whose answer has at most about `request.*page` bytes, with a page that is
// small enough for the limit of this call. Tries up to 8 times with smaller pages until the answer
// fits.
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
