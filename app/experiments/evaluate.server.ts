import type { GrowthBookClient, StickyAssignmentsDocument, UserContext } from "@growthbook/growthbook";
import { featureNames, type FeatureName } from "~/config/features-variable";
import type { Attributes } from "./attributes";
import type { Visitor } from "./visitor-cookie";

/** A visitor was assigned to an experiment: `assign_experiment` in analytics. */
export interface ExperimentAssignment {
  experiment: string;
  variation: string;
}

export interface ExperimentVisit {
  attributes: Attributes;
  /** Undefined without consent: every experiment then returns its control. */
  visitor: Visitor | undefined;
}

export interface EvaluatedFeatures {
  /** The unvalidated value of each feature that the GrowthBook client has. */
  values: ReadonlyMap<FeatureName, unknown>;
  /** All current assignments of the visitor, by sticky key. */
  assigned: Visitor["assigned"];
  /** The features' part of the `visitor` cookie: see `Visitor`. */
  cookieValues: Visitor["values"];
  /** The part of `assigned` that is new. */
  assignments: readonly ExperimentAssignment[];
}

/**
 * Evaluates every feature for a visit with GrowthBook's SDK.
 *
 * @param fail - called with a feature that could not be evaluated
 */
export function evaluate(
  client: GrowthBookClient<Record<string, unknown>>,
  { attributes, visitor }: ExperimentVisit,
  fail: (name: FeatureName, error: unknown) => void,
): EvaluatedFeatures {
  const previousAssignments = visitor?.assigned ?? {};
  let assigned = previousAssignments;
  const assignments: ExperimentAssignment[] = [];
  const userAttributes = visitor ? { ...attributes, id: visitor.id } : attributes;
  const user: UserContext = {
    attributes: userAttributes,
    // Includes experiments that depend on another attribute than an id.
    enabled: visitor !== undefined,
    trackedExperiments: new Set(),
    stickyBucketAssignmentDocs: documentsFor(userAttributes, previousAssignments),
    saveStickyBucketAssignmentDoc: (document) => {
      assigned = { ...assigned, ...document.assignments };
      return Promise.resolve(undefined);
    },
    trackingCallback: (experiment, { key, variationId, stickyBucketUsed }) => {
      const stickyKey = `${experiment.key}__${experiment.bucketVersion ?? 0}`;
      if (stickyBucketUsed || previousAssignments[stickyKey] !== undefined) return;
      // The SDK saves no assignment for an evaluation by the service (FEATURES_REMOTE_EVAL), so it is saved here.
      assigned = { [stickyKey]: variationId.toString(), ...assigned };
      assignments.push({ experiment: experiment.key, variation: key });
    },
  };
  const values = new Map<FeatureName, unknown>();
  for (const name of featureNames)
    try {
      const { value } = client.evalFeature(name, user);
      if (value !== null) values.set(name, value);
    } catch (error) {
      fail(name, error);
    }
  return { values, assigned, cookieValues: {}, assignments: visitor ? assignments : [] };
}

/** A saved assignment applies to each attribute that an experiment may depend on. */
function documentsFor(attributes: object, assignments: Visitor["assigned"]) {
  const documents: Record<string, StickyAssignmentsDocument> = {};
  for (const [attributeName, value] of Object.entries(attributes)) {
    const attributeValue = typeof value === "string" ? value : JSON.stringify(value ?? "");
    documents[`${attributeName}||${attributeValue}`] = { attributeName, attributeValue, assignments };
  }
  return documents;
}
