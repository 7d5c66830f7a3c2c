#pragma once

#include "toolkit/tool/limits.hpp"
#include "toolkit/tool/member_place.hpp"

#include <functional>
#include <string>
#include <utility>

namespace toolkit::tool {

// The part of a parameter that does not depend on the Request: what is printed, and what is
// checked.
struct Declaration {
    std::string name = {}; // on the wire; for a flag, without the dashes
    bool is_required = false;
    std::string description = {}; // empty: the name says all
    Limits limits = {};
    std::vector<std::string> aliases = {}; // accepted, never printed
    bool is_unlisted = false; // the field itself is accepted and never printed
    std::string encoded_name = {}; // takes the same value in base64
    bool prints_encoded_name = false;
    bool tells_encoding
        = false; // a checked request has `encoded_name`: true if the value came in base64
    std::string limit_flag
        = {}; // the operator's flag that sets "maximum", and the default that stood at it
    std::string placeholder = {}; // of a flag's value, in help; empty if its schema says enough
};

// The way of a checked value into one Request.
struct Slot {
    MemberPlace place;
    bool* is_encoded = nullptr; // set if the value came in base64
};

// One row of a tool's table: a Declaration, and the member of the Request.
template<class Request>
struct Parameter {
    Declaration field;
    std::function<MemberPlace(Request&)> place;
    bool Request::*is_encoded = nullptr;

    Slot slot(Request& request) const
    {
        return {place(request), is_encoded == nullptr ? nullptr : &(request.*is_encoded)};
    }

    // Another name that models have learnt for this one.
    Parameter alias(const std::string& name) const
    {
        Parameter result = *this;
        result.field.aliases.push_back(name);
        return result;
    }

    // Accepted and checked like any other, but in no schema and no help: what a model may have
    // learnt elsewhere and nobody needs to be told.
    Parameter unlisted() const
    {
        Parameter result = *this;
        result.field.is_unlisted = true;
        return result;
    }

    // Bytes that are not UTF-8 come in base64 under this name, in place of the plain one.
    Parameter or_base64(const std::string& name) const
    {
        Parameter result = *this;
        result.field.encoded_name = name;
        result.field.prints_encoded_name = true;
        return result;
    }

    // The same; the member tells whether they did.
    Parameter or_base64(const std::string& name, bool Request::*member) const
    {
        Parameter result = or_base64(name);
        result.field.tells_encoding = true;
        result.is_encoded = member;
        return result;
    }

    // The maximum is the operator's, by --FLAG; without the flag it is the one declared.
    Parameter limited_by(const std::string& flag) const
    {
        Parameter result = *this;
        result.field.limit_flag = flag;
        return result;
    }

    // What help calls the flag's value, such as DIR. Without it: the choices of an enum, else the
    // unit.
    Parameter takes(const std::string& placeholder) const
    {
        Parameter result = *this;
        result.field.placeholder = placeholder;
        return result;
    }
};

template<class Request, class Value>
Parameter<Request> required(const std::string& name, Value Request::*member,
    const std::string& description = {}, const Limits& limits = {})
{
    return {{.name = name, .is_required = true, .description = description, .limits = limits},
        [member](Request& request) { return place_of_member(request.*member); }};
}

// The default is whatever the Request's own initializer says. It is printed where it says
// something: a switch that is off and an empty list are what anyone expects of a field left out,
// and a schema costs tokens.
template<class Request, class Value>
Parameter<Request> optional(
    std::string name, Value Request::*member, std::string description = {}, Limits limits = {})
{
    Parameter<Request> parameter
        = required(std::move(name), member, std::move(description), std::move(limits));
    parameter.field.is_required = false;
    return parameter;
}

// "path", under every name that it has: file_path, filePath, and pathBase64 for one that is not
// UTF-8.
template<class Request>
Parameter<Request> path_names(Parameter<Request> parameter)
{
    parameter.field.aliases = {"file_path", "filePath"};
    parameter.field.encoded_name = "pathBase64";
    return parameter;
}

template<class Request>
Parameter<Request> required_path(std::string Request::*member, std::string description)
{
    return path_names(required("path", member, std::move(description)));
}

template<class Request>
Parameter<Request> optional_path(std::string Request::*member, std::string description)
{
    return path_names(optional("path", member, std::move(description)));
}

// A row of the operator's table: --name VALUE, --name=VALUE, or --name alone for a bool; a vector
// takes the flag many times. It fills the same Request, and no name of the model's table may point
// at the same member.
template<class Request, class Value>
Parameter<Request> flag(
    std::string name, Value Request::*member, std::string description = {}, Limits limits = {})
{
    return optional(std::move(name), member, std::move(description), std::move(limits));
}

}
