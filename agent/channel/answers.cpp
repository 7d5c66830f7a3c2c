#include "agent/channel/answers.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::channel {

using namespace toolkit;

namespace {

// Checks whether an answer fits the kind of a question, and describes the answers that do.
struct Fits {
    const Answer& answer;

    template<class Content>
    bool has() const
    {
        return std::holds_alternative<Content>(answer.content);
    }
    bool operator()(const ApprovalAsk&) const { return has<VerdictAnswer>(); }
    bool operator()(const HostToolAsk&) const { return has<OutputAnswer>() || has<ErrorAnswer>(); }
    bool operator()(const FormAsk&) const { return has<ActionAnswer>(); }
    bool operator()(const OpenUrlAsk&) const { return has<ActionAnswer>(); }
    bool operator()(const QuestionAsk& question) const
    {
        const auto* const given = std::get_if<ValueAnswer>(&answer.content);
        if (given == nullptr)
            return has<ErrorAnswer>();
        const Json& value = given->value.json();
        if (question.type == QuestionType::confirm)
            return value.is_boolean();
        if (question.type != QuestionType::choice)
            return value.is_string();
        return value.is_string()
            && std::find(question.choices.begin(), question.choices.end(),
                   value.get_ref<const std::string&>())
            != question.choices.end();
    }
};

struct Wanted {
    const char* kind;
    const char* answer;
};

struct WantedBy {
    Wanted operator()(const ApprovalAsk&) const
    {
        return {"approval", "'verdict' is yes, no or always"};
    }
    Wanted operator()(const HostToolAsk&) const
    {
        return {"hostTool", "'output' is any JSON, 'error' has code and message"};
    }
    Wanted operator()(const FormAsk&) const
    {
        return {"form", "'action' is accept with 'content', decline or cancel"};
    }
    Wanted operator()(const OpenUrlAsk&) const
    {
        return {"open-url", "'action' is accept, decline or cancel"};
    }
    Wanted operator()(const QuestionAsk& question) const
    {
        return {"question",
            question.type == QuestionType::confirm      ? "'value' is true or false"
                : question.type == QuestionType::choice ? "'value' is one of its 'choices'"
                                                        : "'value' is a text"};
    }
};

}

// Throws BAD_REQUEST if the verdict names a rule or a scope that the question does not offer.
static void require_rule(const ApprovalAsk& ask, const VerdictAnswer& answer)
{
    const RuleScope scope = answer.scope.value_or(RuleScope::call);
    const auto refuse = [](const char* why, const char* hint) {
        throw ToolError(
            Code::bad_request, std::string("that is no answer to the approval: ") + why, hint);
    };
    if (scope == RuleScope::call && !answer.rule)
        return;
    if (scope == RuleScope::call || answer.verdict != Verdict::always)
        refuse("a rule belongs to the verdict 'always' with the scope session or workspace",
            "leave out 'scope' and 'rule'");
    if (answer.rule.value_or(1) < 1
        || static_cast<std::size_t>(answer.rule.value_or(1)) > ask.rules.size())
        refuse("the ask offers no such rule", "leave out 'scope' and 'rule'");
    if (scope == RuleScope::workspace && !ask.may_store)
        refuse("rules cannot be stored: the operator has not given --may-store-approvals",
            "the scope can be session");
}

bool changes_arguments(const decltype(Answer::content)& answer)
{
    const auto* const verdict = std::get_if<VerdictAnswer>(&answer);
    return verdict != nullptr && !verdict->arguments.is_null();
}

// Throws BAD_REQUEST if a verdict other than yes has arguments.
static void require_yes_to_arguments(const VerdictAnswer& answer)
{
    if (!answer.arguments.is_null() && answer.verdict != Verdict::yes)
        throw ToolError(Code::bad_request,
            "that is no answer to the approval: only the verdict 'yes' can have 'arguments'",
            "leave out 'arguments', or approve this call alone");
}

void require_answer(const Ask& ask, const Answer& answer)
{
    if (const auto* const approval = std::get_if<ApprovalAsk>(&ask.about))
        if (const auto* const verdict = std::get_if<VerdictAnswer>(&answer.content)) {
            require_rule(*approval, *verdict);
            require_yes_to_arguments(*verdict);
        }
    if (std::visit(Fits {answer}, ask.about))
        return;
    const Wanted wanted = std::visit(WantedBy(), ask.about);
    throw ToolError(Code::bad_request,
        "that is no answer to the ask " + text::in_quotes(ask.id) + " of kind " + wanted.kind,
        wanted.answer);
}

}
