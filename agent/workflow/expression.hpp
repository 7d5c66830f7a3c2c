#pragma once

#include "agent/liquid/template.hpp"
#include "agent/workflow/names.hpp"
#include "agent/workflow/template.hpp"
#include "agent/workflow/yaml.hpp"

#include <optional>

namespace agent::workflow {

// The condition in `when` or `retry.when`: true, false, or a boolean expression without braces. The
// constructor adds errors to `problems`.
class ConditionField {
public:
    ConditionField(const YamlNode& scalar, const Names& names, Problems& problems);

    // Evaluates the condition. Throws Problem if the expression yields anything but a truth value,
    // such as a text.
    bool holds(const Data& data) const;

    bool is_constant() const { return !predicate; }

private:
    YamlNode scalar;
    std::optional<agent::liquid::Predicate> predicate;
};

// The time in `timeout_seconds`: a number, or an expression without braces that yields one, above
// 0.
class SecondsField {
public:
    SecondsField(const YamlNode& scalar, const Names& names, Problems& problems);

    // Evaluates the time. Throws Problem if it is not a number above 0.
    double seconds(const Data& data) const;

    bool is_constant() const { return !formula; }

private:
    YamlNode scalar;
    std::optional<agent::liquid::Formula> formula;
};

}
